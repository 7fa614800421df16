import type { rules as english } from './rules-en.ts';

/** The German texts about rules for sites. */
export const rules: typeof english = {
  title: 'Regeln für Websites',
  intro:
    'Eine Regel pro Zeile, wie in den Goggles von Brave: `$discard,site=example.com` blendet eine Website aus; `$boost=3`, `$downrank=3` und `$pin` heben, senken oder heften sie an. Das Menü jedes Ergebnisses fügt solche Zeilen hinzu. Sie gelten auch für alle Ihre Schlüssel.',
  label: 'Regeln',
  imported: (address) => `Wird täglich von ${address} gelesen.`,
  long: (count) =>
    `Die Liste hat ${count} Zeilen. Exportieren Sie sie, um sie zu sehen; was hier gespeichert wird, ersetzt sie.`,
  address: 'Oder die Adresse einer Liste',
  save: 'Regeln speichern',
  saved: 'Die Regeln sind gespeichert.',
  export: 'Exportieren',
  actions: {
    discard: 'Diese Website ausblenden',
    downrank: 'Diese Website senken',
    boost: 'Diese Website heben',
    pin: 'Diese Website anheften',
  },
  undo: 'Regel für diese Website aufheben',
  done: (site) => `Die Regel für ${site} ist gespeichert.`,
  undoDone: 'Rückgängig',
  changed: 'Ihre Regeln wurden gleichzeitig an anderer Stelle geändert. Bitte noch einmal versuchen.',
  hidden: (count) => (count === 1 ? 'Regeln blenden 1 Ergebnis aus.' : `Regeln blenden ${count} Ergebnisse aus.`),
  show: 'Ausgeblendete anzeigen',
  shown: 'Auf diese Ergebnisse sind Ihre Regeln nicht angewandt.',
  apply: 'Anwenden',
};

import type { reader as english } from './reader-en.ts';

/** The German texts of the menu at each result, and of the page that shows the text of one. */
export const reader: typeof english = {
  menu: (title) => `Menü zu ${title}`,
  menuTitle: 'Menü',
  read: 'Hier lesen',
  site: 'Mehr von dieser Website',
  copyLink: 'Link kopieren',
  readKey: 'Ergebnis hier lesen',
  original: 'Originalseite öffnen',
  cut: 'Der Text endet hier, weil die Seite lang ist. Der Rest steht auf der Originalseite.',
  table: 'Tabelle',
  unreadable: 'Diese Seite lässt sich hier nicht lesen',
  reasons: {
    address: () => 'Seiten an Adressen dieser Art können nicht gelesen werden.',
    answer: () => 'Die Antwort der Website war nicht zu verstehen.',
    busy: () => 'Gerade werden zu viele Seiten gelesen. Bitte gleich noch einmal versuchen.',
    certificate: () => 'Das Zertifikat der Website ist ungültig.',
    damaged: () => 'Die Seite ist beschädigt.',
    empty: () => 'Die Seite enthält keinen Text.',
    host: () => 'Die Website existiert nicht oder darf nicht gelesen werden.',
    large: () => 'Die Seite ist zu groß.',
    late: () => 'Das Laden der Seite hat zu lange gedauert.',
    off: () => 'Das Lesen von Seiten ist auf dieser Instanz ausgeschaltet.',
    other: () => 'Die Seite konnte gerade nicht gelesen werden.',
    redirects: () => 'Die Seite leitet zu oft weiter.',
    robots: () => 'Die Website erlaubt Programmen nicht, diese Seite zu lesen (robots.txt).',
    robotsUnknown: () => 'Die Website hat nicht mitgeteilt, ob Programme diese Seite lesen dürfen (robots.txt).',
    status: (number) => `Die Website hat mit einem Fehler geantwortet (Status ${number}).`,
    type: () => 'Das ist keine Seite mit Text, sondern eine andere Art von Datei.',
    unreachable: () => 'Die Website ist nicht erreichbar.',
  },
};

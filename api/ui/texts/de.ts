import type { Texts } from './en.ts';

/** The German texts of the pages. */
export const de: Texts = {
  page: {
    skip: 'Zum Inhalt',
    menu: 'Menü',
    mainNavigation: 'Hauptmenü',
    search: 'Suche',
    apiKeys: 'API-Schlüssel',
    usage: 'Verbrauch',
    password: 'Passwort',
    accounts: 'Konten',
    providers: 'Anbieter',
    queues: 'Warteschlangen',
    apiDocs: 'API-Referenz',
    signOut: (username) => `${username} abmelden`,
  },
  media: {
    results: 'Ergebnisse',
    show: (title) => `${title} zeigen`,
    previous: 'Vorheriges Bild',
    next: 'Nächstes Bild',
    close: 'Schließen',
    site: 'Website',
    size: 'Größe',
    license: 'Lizenz',
    visit: 'Zur Seite',
    original: 'Bild öffnen',
    similar: 'Ähnliche Bilder',
    length: 'Länge',
    moreSources: (count) => (count === 1 ? '1 weitere Quelle' : `${count} weitere Quellen`),
  },
  scripts: {
    copied: 'Kopiert',
    suggestions: 'Vorschläge',
    askingMore: 'Weitere Suchmaschinen werden gefragt …',
    bestOrder: 'Beste Reihenfolge zeigen',
    betterResult: '# besseres Ergebnis zeigen',
    betterResults: '# bessere Ergebnisse zeigen',
  },
};

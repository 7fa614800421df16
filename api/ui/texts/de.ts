import type { Texts } from './en.ts';
import { settings } from './settings-de.ts';

/** The German texts of the pages. */
export const de: Texts = {
  ...settings,
  page: {
    skip: 'Zum Inhalt',
    menu: 'Menü',
    mainNavigation: 'Hauptmenü',
    search: 'Suche',
    apiKeys: 'API-Schlüssel',
    usage: 'Verbrauch',
    password: 'Passwort',
    preferences: 'Einstellungen',
    accounts: 'Konten',
    providers: 'Anbieter',
    queues: 'Warteschlangen',
    apiDocs: 'API-Referenz',
    signOut: (username) => `${username} abmelden`,
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

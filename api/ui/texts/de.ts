import { accounts } from './accounts-de.ts';
import type { Texts } from './en.ts';
import { reports } from './reports-de.ts';
import { settings } from './settings-de.ts';

/** The German texts of the pages. */
export const de: Texts = {
  ...accounts,
  ...reports,
  ...settings,
  page: {
    skip: 'Zum Inhalt',
    menu: 'Menü',
    mainNavigation: 'Hauptmenü',
    search: 'Suche',
    preferences: 'Einstellungen',
    apiKeys: 'API-Schlüssel',
    usage: 'Verbrauch',
    password: 'Passwort',
    accounts: 'Konten',
    providers: 'Anbieter',
    queues: 'Warteschlangen',
    apiDocs: 'API-Doku',
    signOut: (username) => `${username} abmelden`,
  },
  search: {
    tabs: {
      web: 'Web',
      images: 'Bilder',
      news: 'Nachrichten',
      videos: 'Videos',
      maps: 'Karten',
      translate: 'Übersetzen',
    },
    whatToSearch: 'Was gesucht wird',
    searchFor: 'Suchen nach',
    placeToFind: 'Name oder Adresse eines Ortes',
    search: 'Suchen',
    heading: (query, tab) => `${query} – ${tab}`,
    tryAgain: (wait) => `Neuer Versuch möglich in ${wait}.`,
  },
  filters: {
    filters: 'Filter',
    engine: 'Suchmaschine',
    allEngines: 'Alle Suchmaschinen',
    safe: 'Sichere Suche',
    safeChoices: { on: 'An', off: 'Aus' },
    language: 'Sprache',
    anyLanguage: 'Alle Sprachen',
    date: 'Datum',
    dateChoices: { any: 'Beliebige Zeit', d: 'Letzter Tag', w: 'Letzte Woche', m: 'Letzter Monat', y: 'Letztes Jahr' },
    timeZone: 'Zeitzone',
    browserZone: 'Zeitzone des Browsers',
    apply: 'Anwenden',
    clear: 'Filter löschen',
  },
  keys: {
    title: 'Tastenkürzel',
    close: 'Schließen',
    toBox: 'Zum Suchfeld',
    next: 'Nächstes Ergebnis',
    previous: 'Voriges Ergebnis',
    open: 'Ergebnis öffnen',
    help: 'Diese Übersicht',
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

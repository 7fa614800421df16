import { accounts } from './accounts-en.ts';
import { reports } from './reports-en.ts';
import { settings } from './settings-en.ts';

/** The English texts of the pages, by part. Texts with values are functions. */
export const en = {
  ...accounts,
  ...reports,
  ...settings,
  /** The frame of every page. */
  page: {
    skip: 'Skip to content',
    menu: 'Menu',
    mainNavigation: 'Main',
    search: 'Search',
    preferences: 'Preferences',
    apiKeys: 'API keys',
    usage: 'Usage',
    password: 'Password',
    accounts: 'Accounts',
    providers: 'Providers',
    queues: 'Queues',
    apiDocs: 'API docs',
    signOut: (username: string) => `Sign out ${username}`,
  },
  /** The search page around the content of its tab. */
  search: {
    tabs: { web: 'Web', images: 'Images', news: 'News', videos: 'Videos', maps: 'Maps', translate: 'Translate' },
    whatToSearch: 'What to search',
    searchFor: 'Search for',
    placeToFind: 'Name or address of a place',
    search: 'Search',
    /** The page about one query. */
    heading: (query: string, tab: string) => `${query} – ${tab}`,
    tryAgain: (wait: string) => `Try again in ${wait}.`,
  },
  filters: {
    filters: 'Filters',
    engine: 'Engine',
    allEngines: 'All engines',
    safe: 'Safe search',
    safeChoices: { on: 'On', off: 'Off' },
    language: 'Language',
    anyLanguage: 'Any language',
    date: 'Date',
    dateChoices: { any: 'Any time', d: 'Past day', w: 'Past week', m: 'Past month', y: 'Past year' },
    timeZone: 'Time zone',
    browserZone: "This browser's time zone",
    apply: 'Apply',
    clear: 'Clear filters',
  },
  /** The keys of the search page. */
  keys: {
    title: 'Keyboard shortcuts',
    close: 'Close',
    toBox: 'Search box',
    next: 'Next result',
    previous: 'Previous result',
    open: 'Open the result',
    help: 'These shortcuts',
  },
  /** What scripts show. Pages carry it as JSON, so it has no functions; `#` stands for a number or a name. */
  scripts: {
    copied: 'Copied',
    suggestions: 'Suggestions',
    askingMore: 'Asking more engines…',
    bestOrder: 'Show the best order',
    betterResult: 'Show # better result',
    betterResults: 'Show # better results',
  },
};

/** What the catalogue of each language has. */
export type Texts = typeof en;

import { settings } from './settings-en.ts';

/** The English texts of the pages, by part. Texts with values are functions. */
export const en = {
  ...settings,
  /** The frame of every page. */
  page: {
    skip: 'Skip to content',
    menu: 'Menu',
    mainNavigation: 'Main',
    search: 'Search',
    apiKeys: 'API keys',
    usage: 'Usage',
    password: 'Password',
    preferences: 'Preferences',
    accounts: 'Accounts',
    providers: 'Providers',
    queues: 'Queues',
    apiDocs: 'API docs',
    signOut: (username: string) => `Sign out ${username}`,
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

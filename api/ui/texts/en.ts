/** The English texts of the pages, by part. Texts with values are functions. */
export const en = {
  /** The frame of every page. */
  page: {
    skip: 'Skip to content',
    menu: 'Menu',
    mainNavigation: 'Main',
    search: 'Search',
    apiKeys: 'API keys',
    usage: 'Usage',
    password: 'Password',
    accounts: 'Accounts',
    providers: 'Providers',
    queues: 'Queues',
    apiDocs: 'API docs',
    signOut: (username: string) => `Sign out ${username}`,
  },
  maps: {
    places: 'Places',
    mapOf: (count: number) => `Map of ${count} ${count === 1 ? 'place' : 'places'}`,
    mapOfPlace: (name: string) => `Map of ${name}`,
    north: 'N',
    south: 'S',
    east: 'E',
    west: 'W',
    /** The button, and the words at the end of a query that mean the same. */
    nearMe: 'Near me',
    whereIsHere: 'To search around you, press “Near me”: the browser asks before it tells a rounded position.',
    noPosition: 'The position is missing.',
    dataFrom: 'Data ©',
    osmContributors: 'OpenStreetMap contributors',
    directions: 'Directions',
    inMapApp: 'Map app',
  },
  translate: {
    from: 'Translate from',
    to: 'Translate to',
    detect: 'Detect language',
    detected: (language: string) => `${language} (detected)`,
    text: 'Text',
    translation: 'Translation',
    translate: 'Translate',
    swap: 'Swap languages',
    copy: 'Copy',
  },
  /** What scripts show. Pages carry it as JSON, so it has no functions; `#` stands for a number or a name. */
  scripts: {
    copied: 'Copied',
    suggestions: 'Suggestions',
    askingMore: 'Asking more engines…',
    bestOrder: 'Show the best order',
    betterResult: 'Show # better result',
    betterResults: 'Show # better results',
    locating: 'Asking the browser…',
    noPosition: 'The browser did not tell the position.',
    whatIsHere: 'What is here?',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    translating: 'Translating…',
    detectLanguage: 'Detect language',
    detected: '# (detected)',
    notTranslated: 'The translation did not come. Try again.',
  },
};

/** What the catalogue of each language has. */
export type Texts = typeof en;

/** The English texts of the pages, by part. Texts with values are functions. */
export const en = {
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
  /** How the engines of a search fared. */
  engines: {
    engines: 'Engines',
    answered: (count: number, time: string) => `${count} ${count === 1 ? 'engine' : 'engines'} answered in ${time}`,
    cached: (count: number) => `${count} ${count === 1 ? 'engine' : 'engines'}, from the cache`,
    noneAnswered: 'No engine answered',
    failed: (count: number) => `${count} did not`,
    /** What follows the name of an engine. */
    outcomes: {
      ok: 'answered',
      cached: 'from the cache',
      skipped: 'was not called',
      timeout: 'did not answer in time',
      rate_limited: 'has reached its rate limit',
      suspended: 'is paused after failures',
      overloaded: 'has too many searches waiting',
      error: 'failed',
    },
    took: (ms: string) => ` in ${ms}`,
    stale: (age: string) => `No engine answers now. These results are from ${age}.`,
  },
  /** Lists of results. */
  results: {
    results: 'Results',
    foundBy: 'Found by',
    more: 'More results',
    pages: 'Pages',
    previous: 'Previous page',
    page: (number: number) => `Page ${number}`,
    nothing: 'No results for',
    nothingHere: ' on this page.',
    nothingAtAll: '. Try other words or fewer filters.',
    didYouMean: 'Did you mean',
    related: 'Related searches',
    mapOf: (name: string) => `Map of ${name}`,
  },
  /** What is beside the results. */
  cards: {
    cards: 'Cards',
    website: 'Website',
    source: 'Source',
    map: 'Map',
    accepted: 'Accepted answer',
    best: 'Best answer',
    answer: 'Answer',
    votes: (count: number) => `${count} ${Math.abs(count) === 1 ? 'vote' : 'votes'}`,
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
  /** Images, news and videos. */
  media: {
    results: 'Results',
    show: (title: string) => `Show ${title}`,
    previous: 'Previous picture',
    next: 'Next picture',
    close: 'Close',
    site: 'Site',
    size: 'Size',
    license: 'Licence',
    visit: 'Visit page',
    original: 'Open picture',
    similar: 'Similar images',
    length: 'Length',
    moreSources: (count: number) => (count === 1 ? '1 more source' : `${count} more sources`),
  },
  /** What scripts show. Pages carry it as JSON, so it has no functions; `#` stands for a number or a name. */
  scripts: {
    copied: 'Copied',
    suggestions: 'Suggestions',
    askingMore: 'Asking more engines…',
    moreShown: '# more results',
    noMore: 'No more results',
    bestOrder: 'Show the best order',
    betterResult: 'Show # better result',
    betterResults: 'Show # better results',
  },
};

/** What the catalogue of each language has. */
export type Texts = typeof en;

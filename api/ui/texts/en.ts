import { countText } from '../number-text.ts';
import { accounts } from './accounts-en.ts';
import { alerts } from './alerts-en.ts';
import { audit } from './audit-en.ts';
import { bot } from './bot-en.ts';
import { charts } from './charts-en.ts';
import { engines } from './engines-en.ts';
import { firstSteps } from './first-steps-en.ts';
import { instant } from './instant-en.ts';
import { keys } from './keys-en.ts';
import { overview } from './overview-en.ts';
import { programs } from './programs-en.ts';
import { reader } from './reader-en.ts';
import { reference } from './reference-en.ts';
import { reports } from './reports-en.ts';
import { requests } from './requests-en.ts';
import { rules } from './rules-en.ts';
import { searchLink } from './search-link-en.ts';
import { security } from './security-en.ts';
import { sessions } from './sessions-en.ts';
import { settings } from './settings-en.ts';
import { singleSignOn } from './single-sign-on-en.ts';
import { statistics } from './statistics-en.ts';
import { teams } from './teams-en.ts';

/** The words for small numbers. */
const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** The English texts of the pages, by part. Texts with values are functions. */
export const en = {
  ...accounts,
  ...engines,
  ...keys,
  ...teams,
  alerts,
  audit,
  bot,
  charts,
  overview,
  statistics,
  firstSteps,
  instant,
  programs,
  reader,
  reference,
  requests,
  rules,
  searchLink,
  singleSignOn,
  ...reports,
  ...sessions,
  ...security,
  ...settings,
  /** The frame of every page. */
  page: {
    skip: 'Skip to content',
    menu: 'Menu',
    mainNavigation: 'Main',
    search: 'Search',
    above: 'Above this page',
    groups: { settings: 'Settings', instance: 'Instance' },
    /** The places of the console, by the names of `places.ts`. */
    places: {
      apiKeys: 'API keys',
      usage: 'Usage',
      requests: 'Requests',
      teams: 'Teams',
      programs: 'Connected programs',
      sessions: 'Sessions',
      security: 'Password and second factor',
      preferences: 'Preferences',
      ownData: 'Your data',
      overview: 'Overview',
      accounts: 'Accounts and teams',
      engines: 'Engines',
      instanceUsage: 'Usage',
      instanceRequests: 'Requests',
      budgets: 'Budgets',
      processes: 'Processes and queues',
      queues: 'Queue dashboard',
      audit: 'Audit log',
      alerts: 'Alerts',
    },
    apiDocs: 'API reference',
    signOut: (username: string) => `Sign out ${username}`,
  },
  /** The search page around the content of its tab. */
  search: {
    tabs: { web: 'Web', images: 'Images', news: 'News', videos: 'Videos', maps: 'Maps', translate: 'Translate' },
    whatToSearch: 'Search type',
    searchFor: 'Search for',
    placeToFind: 'Place name or address',
    search: 'Search',
    /** The page about one query. */
    heading: (query: string, tab: string) => `${query} – ${tab}`,
    tryAgainIn: (wait: string) => `Try again in ${wait}.`,
    tryAgain: 'Try again',
    skipToResults: 'Skip to the results',
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
    sort: 'Order',
    sortChoices: { relevance: 'By relevance', date: 'Newest first' },
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
    noneAsked: 'No engine was asked',
    unserved: 'None of the chosen engines can search for this.',
    askAll: 'Ask all engines',
    failed: (count: number) => `${count} did not`,
    asking: (count: number) => (count === 1 ? 'Asking one engine…' : `Asking ${numbers[count] ?? count} engines…`),
    askingMore: 'Asking more engines…',
    askingNext: (names: string) => `Asking ${names} next…`,
    /** What follows the name of an engine. */
    outcomes: {
      ok: 'answered',
      cached: 'answered from the cache',
      skipped: 'was not called',
      timeout: 'did not answer in time',
      rate_limited: 'has reached its rate limit',
      suspended: 'is paused after failures',
      budget: 'has spent its budget',
      overloaded: 'has too many searches waiting',
      error: 'failed',
    },
    took: (ms: string) => ` in ${ms}`,
    stale: (age: string) => `No engine is answering right now. These results are from ${age}.`,
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
    nothingMore: 'No more results for',
    noSuchPage: (most: number) => `This page does not exist. There are at most ${most} pages of results.`,
    firstPage: 'Back to the first page',
    otherWords: 'Try different words.',
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
    more: 'More',
    accepted: 'Accepted answer',
    best: 'Best answer',
    answer: 'Answer',
    votes: (count: number) => `${countText(count, 'en')} ${Math.abs(count) === 1 ? 'vote' : 'votes'}`,
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
    similarTo: 'Similar to',
    backTo: (query: string) => `Back to “${query}”`,
    length: 'Length',
    moreSources: (count: number) => (count === 1 ? '1 more source' : `${count} more sources`),
  },
  maps: {
    places: 'Places',
    awaiting: 'Searching for places…',
    mapOf: (count: number) => `Map of ${count} ${count === 1 ? 'place' : 'places'}`,
    mapOfPlace: (name: string) => `Map of ${name}`,
    several: (count: number, names: string) => `${count} places: ${names}`,
    outline: 'An outline: coasts and borders from Natural Earth, cities from GeoNames.',
    grid: 'A grid of coordinates: without a tile server, there are no streets.',
    noTiles: 'For a street map, choose a tile server:',
    openInOsm: 'Open the street map',
    website: 'Website',
    phone: 'Phone',
    hours: 'Opening hours',
    position: 'Coordinates',
    north: 'N',
    south: 'S',
    east: 'E',
    west: 'W',
    /** The button, and the words at the end of a query that mean the same. */
    nearMe: 'Near me',
    whereIsHere: 'To search near you, press “Near me”. Your browser asks first, and shares only a rounded location.',
    noPosition: 'Your location is missing.',
    dataFrom: 'Data ©',
    osmContributors: 'OpenStreetMap contributors',
    directions: 'Directions',
    inMapApp: 'Map app',
  },
  translate: {
    awaiting: 'Asking the translation service…',
    from: 'Translate from',
    to: 'Translate to',
    detect: 'Detect language',
    detected: (language: string) => `${language} (detected)`,
    same: (language: string) => `The text is already in ${language}. Choose another language.`,
    text: 'Text',
    textToTranslate: 'Text to translate',
    translation: 'Translation',
    translate: 'Translate',
    swap: 'Swap languages',
    copy: 'Copy',
  },
  /** What scripts show. Pages carry it as JSON, so it has no functions; `#` stands for a number or a name. */
  scripts: {
    copied: 'Copied',
    suggestions: 'Suggestions',
    moreShown: '# more results',
    noMore: 'No more results',
    answer: 'Answer: #',
    betterResult: '# better result above',
    betterResults: '# better results above',
    locating: 'Finding your location…',
    noPosition: 'Your browser did not share your location.',
    whatIsHere: 'What is here?',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    translating: 'Translating…',
    detectLanguage: 'Detect language',
    detected: '# (detected)',
    sameLanguage: 'The text is already in #. Choose another language.',
    notTranslated: 'The translation failed. Try again.',
  },
};

/** What the catalogue of each language has. */
export type Texts = typeof en;

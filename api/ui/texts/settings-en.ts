import { MAX_SITES, MAX_SITES_BYTES, type SiteProblem } from '../own-sites.ts';

/** What is wrong with a line of the visitor's own list of sites. */
const siteProblems: Readonly<Record<SiteProblem['what'], string>> = {
  form: 'Write a name, a space and an address.',
  name: 'A name can have up to 30 letters, digits, dots, dashes or underscores, and starts with a letter or a digit.',
  twice: 'This name is already in the list.',
  address: 'This is not an http:// or https:// address, or it contains a username.',
  private: 'This address is in a private network.',
  words: 'The address needs %s where the search words go.',
  many: `The list can have at most ${MAX_SITES} sites.`,
  long: `The list can have at most ${MAX_SITES_BYTES} characters.`,
};

/** The English texts of the visitor's own settings. */
export const settings = {
  theme: {
    label: 'Colours',
    system: "The system's colours",
    light: 'Light colours',
    dark: 'Dark colours',
  },
  bangs: {
    title: 'Shortcuts in the search box',
    where: 'As the first or last word of a search:',
    web: 'search the web',
    images: 'search images',
    news: 'search news',
    videos: 'search videos',
    maps: 'search places',
    translate: 'translate',
    engine: (label: string) => `search with ${label}`,
    site: (host: string) => `go to ${host}`,
    ownSites: 'go to a site from your list',
    wellKnown: 'go to a well-known site (all of them are in the preferences)',
    allSites: 'All well-known sites',
    going: (title: string) => `Going to ${title}`,
    noSite: (asked: string, names: string) =>
      names === ''
        ? `${asked} is not in your list of sites. The list is empty: add sites in the preferences.`
        : `${asked} is not in your list of sites. The list has ${names}.`,
  },
  preferences: {
    title: 'Preferences',
    intro:
      'Preferences are stored with your account and apply wherever you sign in. Parameters in the address of a search override them. API calls ignore them.',
    pages: 'Pages',
    pageLanguage: 'Language of the pages',
    browserLanguage: "The browser's language",
    newTab: 'Open results in a new tab',
    pictures: 'Show pictures and maps',
    proxied: 'They are loaded through this instance, so their sites do not see your IP address.',
    direct:
      'Your browser loads pictures directly from their sites, which can then see your IP address. If this is off, it loads nothing from other sites.',
    search: 'Search',
    timeZoneNote:
      "Used for answers about times and dates. Without JavaScript, the browser's time zone is unknown and UTC is used.",
    waitForAll: 'Wait for all engines before results are shown',
    sites: 'Sites',
    siteBangs: 'Bangs of well-known sites',
    siteBangsNote:
      'Searching for `!gh redis` opens GitHub with the word “redis”. The site then sees your words, and your IP address.',
    sitesLabel: 'Your own sites, one per line: a name and an address',
    sitesNote: 'With the name `wiki`, searching for `!!wiki redis` opens the address, with “redis” in place of `%s`.',
    siteProblem: (line: number, what: SiteProblem['what']) => `Line ${line}: ${siteProblems[what]}`,
    save: 'Save',
    saved: 'Saved.',
    back: 'Back to the search',
  },
};

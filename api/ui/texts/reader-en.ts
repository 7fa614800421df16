import type { UnreadableKind } from '../unreadable-reason.ts';

/** Why a page cannot be read. A function gets the number in the reason. */
const reasons: Readonly<Record<UnreadableKind, (number: string) => string>> = {
  address: () => 'Pages at addresses like this one cannot be read.',
  answer: () => 'The answer of the site could not be understood.',
  browser: () => 'It shows its text only after its scripts have run, which did not happen here.',
  busy: () => 'Too many pages are being read right now. Try again in a moment.',
  certificate: () => 'The certificate of the site is not valid.',
  damaged: () => 'The page is damaged.',
  empty: () => 'The page has no text.',
  host: () => 'The site does not exist, or may not be read.',
  large: () => 'The page is too large.',
  late: () => 'The page took too long to load.',
  off: () => 'Reading pages is switched off on this instance.',
  other: () => 'The page could not be read right now.',
  redirects: () => 'The page redirects too often.',
  robots: () => 'The site does not allow programs to read this page (robots.txt).',
  robotsUnknown: () => 'The site did not say whether programs may read this page (robots.txt).',
  status: (number) => `The site answered with an error (status ${number}).`,
  type: () => 'This is not a page with text, but another kind of file.',
  unreachable: () => 'The site could not be reached.',
  usage: () => 'The site does not allow programs to use this page.',
};

/** The English texts of the menu at each result, and of the page that shows the text of one. */
export const reader = {
  menu: (title: string) => `Menu for ${title}`,
  menuTitle: 'Menu',
  read: 'Read here',
  site: 'More from this site',
  copyLink: 'Copy link',
  /** What the key does. */
  readKey: 'Read the result here',
  original: 'Open the original page',
  cut: 'The text ends here because the page is long. The rest is on the original page.',
  table: 'Table',
  unreadable: 'This page cannot be read here',
  reasons,
};

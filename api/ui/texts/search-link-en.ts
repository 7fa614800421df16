/** The English texts of a person's search link. */
export const searchLink = {
  title: "As your browser's search engine",
  intro:
    'A search link lets a browser search and show suggestions without a password, also in a private window. It opens nothing else. Searches with it count as yours, so share it with nobody.',
  created: (date: string) => `Your search link was created on ${date}. It was shown only then.`,
  once: 'Copy this now: it is shown only once. The link you had before no longer works.',
  search: 'Search address',
  suggestions: 'Address for suggestions',
  create: 'Create a search link',
  replace: 'Replace the search link',
  revoke: 'Revoke the search link',
  revoked: 'The search link no longer works.',
  /** Names of browsers, and what to click there. */
  browsers: [
    [
      'Firefox',
      'Create a link. On the page that shows it, right-click the address bar and choose “Add Tributary”. Then choose it under Settings → Search → Default Search Engine.',
    ],
    [
      'Chrome, Edge, Brave',
      'Settings → Search engine → Manage search engines and site search → Site search → Add. Paste the search address, then choose “Make default” from the menu of the new entry.',
    ],
    [
      'Safari',
      'Safari has no setting for other search engines. Use the search address without ?q=%s as the homepage (Settings → General) or as a bookmark; on an iPhone, add it to the Home Screen.',
    ],
  ] as readonly (readonly [string, string])[],
  signIn: 'Sign in',
};

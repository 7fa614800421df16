import { countText, waitText } from '../number-text.ts';

const count = (value: number) => countText(value, 'en');
const searches = (value: number) => `${count(value)} ${value === 1 ? 'search' : 'searches'}`;

/** The English texts of usage and errors. */
export const reports = {
  usage: {
    title: 'Usage',
    intro:
      'Only successful searches count. All times are in UTC. Each key has its own limits. The search page and the API reference have separate rate limits of the same size for each user. All of them share the limits of the account.',
    thisMonth: (month: string) => `This month (${month})`,
    searches,
    monthly: (most: number) => `The account is limited to ${searches(most)} a month.`,
    onPages: (value: number) => `On the search page and in the API reference: ${searches(value)} this month.`,
    noKeys: 'You have no keys yet:',
    createKey: 'create one',
    searchPage: 'On the search page',
    together: 'All keys and the search page together',
    byEndpoint: 'By endpoint, last 30 days',
    wholeAccount: 'whole account',
    showAccount: 'Show the whole account',
    perDay: (owner: string) => `Searches per day, last 30 days, ${owner}`,
    none: 'No searches yet. They will appear here.',
    limits: 'Limits by key',
    key: 'Key',
    state: 'State',
    month: 'This month',
    monthOf: (key: string) => `This month, ${key}`,
    burst: 'Requests in a short time',
    sustained: 'Requests in a longer time',
    noRateLimits: (where: string) => `${where}: no rate limits.`,
    noCap: (used: number) => `${count(used)}, no cap`,
    share: (used: number, of: number) => `${count(used)} of ${count(of)}`,
    noLimit: 'no limit',
    left: (remaining: number, limit: number, window: string) =>
      `${count(remaining)} of ${count(limit)} per ${window} left`,
    nextIn: (seconds: number) => `, next in ${seconds} s`,
    windows: { second: 'second', minute: 'minute', hour: 'hour', day: 'day' },
    searchesByEndpoint: 'Searches by endpoint',
    all: 'All',
    pagesAndPlayground: 'Search page and API reference',
    total: 'Total',
  },
  errors: {
    requestId: (id: string) => `Request ID: ${id}`,
    titles: {
      badRequest: 'This did not work',
      notAllowed: 'Not allowed',
      notFound: 'Not found',
      wrongAddress: 'Wrong address',
      tooMany: 'Too many attempts',
      unavailable: 'Not available right now',
      unexpected: 'Something went wrong',
    },
    database: 'The database is not responding. No data is lost.',
    databaseForm:
      'The database is not responding. What you sent may or may not have been done: look, and try again if it was not. If the list has a key that you were not shown, revoke it.',
    unconfirmed:
      'This may not have been saved: the database replicas have not confirmed it. Check, and try again if it is missing. If the list has a key that you were not shown, revoke it.',
    backTo: (place: string) => `Back to ${place}`,
    unreadable: 'The request could not be read.',
    unexpected: 'An unexpected error occurred on the server. The log has the details under this request ID.',
    auditLog:
      'The audit log cannot be written, so nothing was done. The log of the server has the details under this request ID.',
    unreadableForm: 'The form could not be read.',
    administratorsOnly: 'This page is for administrators.',
    otherOrigin: 'This form was sent from another site.',
    outdatedForm: 'This form is out of date. Go back, reload the page and try again.',
    tooManyForms: (waitS: number) => `You submitted too many forms. Try again in ${waitText(waitS, 'en')}.`,
    tooManyGuesses: (waitS: number) => `Too many failed attempts. Try again in ${waitText(waitS, 'en')}.`,
    noPage: 'There is no page at this address.',
    unlisted:
      'Only pages from your own search results can be read here. Search for the page, and open it from its menu.',
    noRequest:
      'This request is not in the log: it is too old, it was left out because there were too many, or a page sent it by itself, such as for suggestions.',
    noKey: 'You have no key with this prefix.',
    notAllowed: 'You are not allowed to do this.',
    noTeam: 'You belong to no team of this name.',
    noEngine: 'There is no such engine or service here.',
    noAccount: 'This account does not exist.',
    noProgram:
      'The program that sent you here is not known, or its description cannot be read. Nothing was shared with it. Remove the connection in the program, and add it again.',
    otherRedirect:
      'The program wants the answer sent to an address that is not its own. Nothing was shared with it. This may be an attempt to take over your access.',
    wrongRequest: (why: string) =>
      `The program that sent you here has asked for access in a way that cannot be answered. Nothing was shared with it. For whoever makes it: ${why}`,
    noConnected: 'This program is not connected to your account.',
    noConnectors: 'This instance offers no sign-in for programs.',
    setUpClosed:
      'This setup link is invalid or has already been used. While there is no administrator, the web process logs a link when it starts.',
    accountChanged: 'This account has been changed meanwhile. Sign in again.',
    linkOver:
      'This link is no longer valid: it was used or replaced, or its time is up. An administrator can make a new one.',
    otherSite:
      'This instance serves only the machine it runs on: open it at localhost. To use a different host name, set PUBLIC_URL.',
  },
};

import type { redisKeys } from '../lib/redis/redis-keys.ts';

/**
 * What docs/security.md says of each kind of record: how long it is kept, what ends it, and what bounds it. `npm run docs`
 * puts it there.
 */

/** A kind of record. */
export interface Retention {
  what: string;
  kept: string;
  /** What ends it: `expiry` if every such record has a time after which Redis deletes it. */
  endedBy: 'expiry' | string;
  /** What becomes of it when its account is deleted. */
  withAccount: string;
  records: readonly (keyof typeof redisKeys)[];
  /** What bounds it; null if nobody but the operator makes it grow, or if there is a fixed number of it. */
  grows: Growth | null;
}

/** The bounds of what accounts, or strangers, make grow. A number in them is one in the files that enforce them. */
export interface Growth {
  /** For one account, or for one address that has none. */
  ofAccount: string;
  ofInstance: string;
  /** The files that enforce it. */
  where: readonly string[];
  /** The tests that show it. */
  tests: readonly string[];
}

const DELETED = 'deleted';
const NOT_OF_ACCOUNTS = 'is of no account';
const EXPIRES = 'ends by itself';

// biome-ignore format: two lines per kind, as in the tables that they become.
export const retentions: readonly Retention[] = [
  { what: 'accounts: rights, limits, password as a hash, preferences, own sites, links as digests', kept: 'until the account is deleted; links to set a password 72 or 24 hours', endedBy: 'deletion by its person or an administrator, `tributary user delete`; time is checked when a link is used', withAccount: DELETED, records: ['users', 'user', 'deletions', 'ssoPerson', 'ssoChecks'],
    grows: { ofAccount: 'its preferences, and 20 own sites of 2,250 bytes together; one link of each kind', ofInstance: 'as many accounts as administrators, and the provider of single sign-on, let in, times that', where: ['api/ui/own-sites.ts', 'lib/accounts/account-store.ts'], tests: ['test/ui/own-sites.test.ts'] } },
  { what: 'second factors: names, times, public keys, *sealed* secrets, recovery codes as digests', kept: 'until they are removed', endedBy: 'their person, an administrator, `tributary user reset-factors`', withAccount: DELETED, records: ['factors', 'passkeyOwner'],
    grows: { ofAccount: '20, and 10 recovery codes', ofInstance: 'accounts times that', where: ['lib/accounts/factors/factor-store.ts', 'lib/accounts/factors/recovery-codes.ts'], tests: ['test/lib/accounts/what-grows.test.ts'] } },
  { what: 'sign-ins that wait for a second factor, what passkeys are asked for', kept: '10 minutes', endedBy: 'expiry', withAccount: EXPIRES, records: ['pendingSignIn', 'passkeyChallenge'],
    grows: { ofAccount: 'a form each: 60 a minute of who is signed in, 300 of an address, for 10 minutes', ofInstance: 'addresses times that, and `maxmemory`', where: ['lib/limits/form-admission.ts', 'lib/accounts/factors/pending-sign-in.ts'], tests: ['test/ui/form-limits.app.test.ts'] } },
  { what: 'memberships in teams', kept: 'until the person leaves or is disabled', endedBy: 'leaving, disabling, deletion', withAccount: DELETED, records: ['teamMembers', 'personTeams'],
    grows: { ofAccount: 'one for each team; its owners and administrators add people, who have accounts', ofInstance: 'teams, which administrators make, times accounts', where: ['lib/accounts/team-store.ts'], tests: ['test/lib/accounts/teams.test.ts'] } },
  { what: 'sessions: browser, network, start, last use', kept: '`SESSION_IDLE_DAYS` (14) after the last visit, `SESSION_MAX_DAYS` (90) at most', endedBy: 'expiry', withAccount: DELETED, records: ['session', 'userSessions', 'confirmed'],
    grows: { ofAccount: '100: the next one ends the one that would end first', ofInstance: 'accounts times that', where: ['lib/accounts/session-store.ts'], tests: ['test/lib/accounts/session-store.test.ts'] } },
  { what: 'sign-ins at the provider of single sign-on that are under way, *sealed*, and sign-in links', kept: '10 and 15 minutes', endedBy: 'expiry', withAccount: EXPIRES, records: ['ssoFlow', 'signInLink'],
    grows: { ofAccount: 'a form each: 300 a minute of an address', ofInstance: 'addresses times that, and `maxmemory`', where: ['lib/limits/form-admission.ts', 'api/ui/pages/single-sign-on.tsx'], tests: ['test/ui/form-limits.app.test.ts'] } },
  { what: 'keys: name, rights, network and program of the last use', kept: 'while they work, then 90 days, and only the last 100 of those', endedBy: 'a new key or a view of the list of keys; web processes, which look at 500 accounts an hour', withAccount: 'deleted; keys of a team stay, with the name of who made them', records: ['apiKey', 'userKeys', 'userKeysByAge', 'userLiveKeys'],
    grows: { ofAccount: '`MAX_KEYS_PER_ACCOUNT` (50) that work, and the last 100 that ended; 10 labels, 50 networks and a note of 1,000 characters each', ofInstance: 'accounts times that', where: ['lib/keys/lua/create-key.lua', 'lib/keys/lua/key-index.lua', 'lib/keys/key-fields.ts'], tests: ['test/lib/keys/key-store.test.ts'] } },
  { what: 'connected programs: names and addresses, by their own words; access and answers as digests', kept: 'a program a day, 400 days after its last token if a key keeps it, its description 7 days; access an hour', endedBy: 'expiry', withAccount: 'access ends with the key; nothing else names an account', records: ['oauthClient', 'oauthClients', 'oauthDocument', 'oauthToken', 'oauthReply'],
    grows: { ofAccount: 'a program for each of its keys, and 100 descriptions fetched a day; 300 requests for tokens a minute of an address', ofInstance: 'the latest 1,000 programs without a grant; of the others, accounts times that', where: ['lib/oauth/lua/registered-clients.lua', 'lib/limits/oauth-admission.ts'], tests: ['test/api/oauth/registration.app.test.ts'] } },
  { what: 'rules for sites', kept: 'until they are replaced or removed', endedBy: 'the change', withAccount: DELETED, records: ['rules', 'rulesRefresh'],
    grows: { ofAccount: 'one list of 2 MB, and the one before it for a minute; lists of its keys are made on the command line', ofInstance: 'accounts times that', where: ['lib/rules/parse.ts', 'lib/rules/lua/set-rules.lua'], tests: ['test/lib/rules/stored-rules.test.ts'] } },
  { what: 'usage: numbers of searches by day and endpoint, no queries', kept: '400 days from the first search of the month; of a key, no longer than the key', endedBy: 'expiry', withAccount: DELETED, records: ['userUsage', 'personUsage', 'keyUsage', 'charge'],
    grows: { ofAccount: 'a number for each month, day and endpoint: of itself, its person and each of its keys; a note for each request of the last minutes, within its rate limits', ofInstance: 'accounts times that', where: ['lib/limits/lua/admission.lua', 'lib/keys/lua/key-index.lua'], tests: ['test/lib/limits/admission.test.ts', 'test/lib/keys/key-store.test.ts'] } },
  { what: 'the log of requests: id, time, key and labels, endpoint, status, reason, cost, engines, program; no queries', kept: '`REQUEST_LOG_HOURS` (24), less if it takes more than `REQUEST_LOG_MB` (20)', endedBy: 'expiry', withAccount: 'deleted; what a process had not handed over yet ends by itself', records: ['requestBlocks', 'requestState', 'requestTotals', 'requestSizes', 'requestTimes'],
    grows: { ofAccount: 'what others leave of the whole: whoever has most makes way', ofInstance: '`REQUEST_LOG_MB` (20); nothing while Redis is nearly full', where: ['lib/requests/lua/note-requests.lua', 'lib/requests/lua/add-requests.lua'], tests: ['test/lib/requests/request-log.test.ts', 'test/lib/requests/nearly-full.test.ts'] } },
  { what: 'statistics: numbers of requests by hour and day, account, key, label, endpoint and engine, no queries', kept: 'hours 32 days, days 400 days, a tenth longer at most', endedBy: 'expiry', withAccount: 'deleted, also its keys and labels in the numbers of the instance, whose totals stay', records: ['instanceStatistics', 'accountStatistics'],
    grows: { ofAccount: '50 keys, 50 labels, 50 endpoints and 50 engines of an hour or a day; the rest is one row', ofInstance: 'accounts times that; 200 of a kind in those of the instance', where: ['lib/statistics/usage-statistics.ts', 'lib/statistics/lua/add-usage.lua'], tests: ['test/lib/statistics/usage-statistics.test.ts'] } },
  { what: 'times of requests, for limits', kept: 'the window of the limit: a day at most by default', endedBy: 'expiry', withAccount: 'deleted; those under a fingerprint within an hour', records: ['rateLog', 'accountRateLog', 'userRateLog', 'suggestRateLog', 'typingRateLog', 'typing', 'tileRateLog', 'pictureRateLog', 'formRateLog', 'engineTestLog', 'oauthRateLog', 'keyPlaces', 'accountPlaces'],
    grows: { ofAccount: 'as many as each limit admits: `API_THROTTLE_BURST` (60/min) and `API_THROTTLE_SUSTAINED` (5,000/day) of a key, `ACCOUNT_BURST_LIMIT` and `ACCOUNT_SUSTAINED_LIMIT` of all its keys, 600 tiles and pictures, 600 suggestions, 150 translations; a refused request leaves none', ofInstance: 'accounts times that; of forms and OAuth, addresses times theirs, and `maxmemory`', where: ['lib/limits/lua/sliding-log.lua', 'lib/limits/lua/take-entries.lua', 'lib/limits/lua/admission.lua', 'lib/limits/picture-admission.ts', 'lib/limits/suggest-admission.ts', 'lib/limits/typing-admission.ts'], tests: ['test/lib/limits/admission.test.ts', 'test/lib/limits/suggest-admission.test.ts'] } },
  { what: 'failed sign-ins, by fingerprints', kept: '15 minutes', endedBy: 'expiry', withAccount: EXPIRES, records: ['accountGuesses', 'addressGuesses'],
    grows: { ofAccount: '10 from a device, a session or an address, 100 from all addresses; 50 from an address at all names', ofInstance: 'addresses times that, and `maxmemory`', where: ['lib/accounts/guess-limits.ts'], tests: ['test/lib/accounts/guess-limits.test.ts'] } },
  { what: 'forms and requests that count once', kept: 'a day', endedBy: 'expiry', withAccount: EXPIRES, records: ['sentForm', 'requestOnce'],
    grows: { ofAccount: '60 forms a minute, each for a day; requests with an `Idempotency-Key` within the burst limit of its keys', ofInstance: 'accounts times that, and `maxmemory`', where: ['lib/limits/form-admission.ts', 'lib/keys/request-once.ts'], tests: ['test/ui/form-limits.app.test.ts'] } },
  { what: 'the audit log', kept: '`AUDIT_DAYS` (365), `AUDIT_ENTRIES` (100,000) at most', endedBy: 'web processes', withAccount: 'stays, with the name: it is the record of what happened', records: ['audit', 'auditFailures', 'auditReading'],
    grows: { ofAccount: 'what others leave of the whole: whoever has most loses the oldest; a mark for each account that it reads', ofInstance: '`AUDIT_ENTRIES` (100,000), and a tenth as many of strangers; an entry is as large as the fields that it shows: three hundred bytes mostly, some twenty kilobytes at most', where: ['lib/audit/fair-share.ts', 'lib/audit/entry-log.ts', 'lib/audit/record-reading.ts'], tests: ['test/lib/audit/audit-log.test.ts'] } },
  { what: 'where webhooks and mail go: addresses, *sealed* secrets', kept: 'until they are deleted; those of crawls three days longer than the crawl may run', endedBy: 'their person, an administrator; expiry', withAccount: 'deleted; those of the instance stay', records: ['webhook', 'instanceWebhooks', 'userWebhooks'],
    grows: { ofAccount: 'one address of its own, and 3 an hour that wait for their code; those of crawls within the bytes of its crawls', ofInstance: 'accounts times that; administrators make those of the instance', where: ['lib/webhooks/own-address.ts', 'lib/crawl/lua/begin-crawl.lua'], tests: ['test/ui/alerts.app.test.ts', 'test/lib/crawl-list.test.ts'] } },
  { what: 'alerts of an account, and its devices as fingerprints', kept: 'the last 20 and the last 30', endedBy: 'newer ones', withAccount: DELETED, records: ['userAlerts', 'userDevices'],
    grows: { ofAccount: 'the last 20, and 30 devices', ofInstance: 'accounts times that', where: ['lib/alerts/alert-store.ts'], tests: ['test/lib/accounts/what-grows.test.ts'] } },
  { what: 'alerts of the instance', kept: 'until they end, then the last 200', endedBy: 'web processes', withAccount: 'name an account only for a key that ends, until an hour after it is gone', records: ['openAlerts', 'alertHistory', 'alertSigns', 'alertNews', 'alertTurn'],
    grows: { ofAccount: 'one more of its keys that end with each look, and one an hour of its devices', ofInstance: 'its open ones, and 200 that ended', where: ['lib/alerts/conditions/ending-keys.ts', 'lib/alerts/lua/note-device.lua', 'lib/alerts/alert-store.ts'], tests: ['test/lib/alerts/conditions.test.ts', 'test/lib/alerts/alert-store.test.ts'] } },
  { what: 'deliveries of webhooks and mail: *sealed* events, times, outcomes', kept: '3 days, and the last 200 of an endpoint; how large they were, 4 days', endedBy: 'expiry; newer ones', withAccount: 'given up with the endpoint; end by themselves', records: ['webhookDue', 'webhookQueue', 'webhookStream', 'webhookDelivery', 'webhookLog', 'webhookSizes', 'webhookEnds'],
    grows: { ofAccount: '200 that have ended of an endpoint; 20,000 and 32 MB that wait in a stream', ofInstance: 'a tenth of `maxmemory`, at most 256 MB: whoever has none waiting has room the longest', where: ['lib/webhooks/enqueue-delivery.ts', 'lib/webhooks/delivery-room.ts'], tests: ['test/lib/webhooks/delivery-room.test.ts', 'test/lib/webhooks/sending/delivery.test.ts'] } },
  { what: 'jobs and replies: account name, *sealed* input', kept: 'until they are done; failed ones a quarter of an hour, those of probes an hour', endedBy: 'workers; expiry', withAccount: EXPIRES, records: ['queuePrefix', 'jobAsked', 'jobClaim', 'jobWaiters', 'jobAbandoned', 'missedReply'],
    grows: { ofAccount: 'its rate limits; of pages that are read, a share of what workers have permits for', ofInstance: '`MAX_PENDING_CALLS` (3,000) of a web process', where: ['lib/limits/capacity.ts'], tests: ['test/lib/limits/capacity.test.ts'] } },
  { what: 'crawls: state, counts, times; *sealed* addresses and texts of pages', kept: '`CRAWL_KEEP_H` (24) hours after the end, and a tenth longer', endedBy: 'expiry', withAccount: DELETED, records: ['accountCrawls', 'accountCrawlsRunning', 'crawlsRunning', 'crawlEnds', 'crawlSizes', 'untoldCrawls', 'crawlPayments', 'crawl', 'crawlPages', 'crawlFrontier', 'crawlSitemaps', 'crawlLeft', 'crawlSeen', 'crawlShapes', 'crawlTexts', 'crawlHosts', 'crawlTurns', 'crawlLeases', 'crawlTokens', 'crawlResults', 'crawlFetched', 'crawlFailed', 'crawlSkipped'],
    grows: { ofAccount: '`CRAWL_MAX_RUNNING` (5) at a time, and `CRAWL_ACCOUNT_MB` (100) of all that are kept, reserved before they are written', ofInstance: '`CRAWL_MAX_MB` (500), at most a quarter of `maxmemory`; nothing while Redis is nearly full', where: ['lib/crawl/lua/begin-crawl.lua', 'lib/crawl/lua/reserve-bytes.lua', 'lib/crawl/crawl-room.ts'], tests: ['test/lib/crawl-list.test.ts', 'test/crawl/crawl-bounds.app.test.ts'] } },
  { what: 'answers, lists and pages, *sealed*', kept: '`STALE_TTL_S` (an hour) at most; pages an hour', endedBy: 'expiry', withAccount: 'ends by itself; nothing in it names an account', records: ['cacheSlice', 'resultList', 'page', 'keptLists', 'keptPages', 'cacheShortened'],
    grows: { ofAccount: 'what its rate limits let it ask for', ofInstance: 'lists half of `maxmemory` and pages a tenth, or 30 MB each without a limit; the oldest go. Other answers stay for minutes, and none in a full Redis', where: ['workers/kept-lists.ts', 'workers/cache-life.ts', 'workers/pages/page-cache.ts'], tests: ['test/workers/kept-lists.app.test.ts', 'test/workers/cache-life.app.test.ts'] } },
  { what: 'health, times and budgets of providers', kept: 'an hour for times, 8 days for numbers by hour and the last errors, 45 days for budgets; the last state stays', endedBy: 'expiry; the next state', withAccount: NOT_OF_ACCOUNTS, records: ['health', 'providerHour', 'providerErrors', 'providerLatency', 'providerMinutesFailed', 'providerFailures', 'providerSpent', 'providerCalls'],
    grows: null },
  { what: 'hosts that are read: requests under way, the pace of crawls, *sealed* what robots.txt says', kept: 'an hour at most', endedBy: 'expiry', withAccount: NOT_OF_ACCOUNTS, records: ['pageRequests', 'crawlGate', 'crawlRobots'],
    grows: { ofAccount: 'those of its crawls within the bytes of its crawls; of pages, as many as it reads at a time', ofInstance: '`CRAWL_MAX_MB` (500), and as many as workers read at a time', where: ['workers/crawl/site-robots.ts', 'workers/pages/page-permits.ts'], tests: ['test/crawl/crawl-bounds.app.test.ts', 'test/workers/pages/turns.test.ts'] } },
  { what: 'pauses of engines by hand: why, until when, by whom', kept: 'until the engine is resumed, or the next change after the end', endedBy: 'an administrator', withAccount: 'stay, with the name: the engine stays paused', records: ['pausedProviders'],
    grows: null },
  { what: 'what processes know of each other', kept: 'a minute', endedBy: 'the next beat; expiry', withAccount: NOT_OF_ACCOUNTS, records: ['workers', 'webs', 'processLoad', 'writeCheck'],
    grows: null },
  { what: 'the instance: its secret, version of the data, set-up link, a proxy that is not trusted', kept: 'stay; the link until it is used or replaced, the mark of a proxy a day', endedBy: 'the operator', withAccount: NOT_OF_ACCOUNTS, records: ['instanceSecret', 'dataVersion', 'setUpToken', 'untrustedProxy', 'endedKeysTurn', 'endedKeysCursor', 'lastSettings', 'lastWorkerSettings'],
    grows: null },
];

/** A text with the tables of all kinds of records written anew, each between two comments. */
export function withRetentionDocs(text: string): string {
  const kept = retentions.map(({ what, kept, endedBy, withAccount }) => [what, kept, endedBy, withAccount]);
  const growing = retentions.flatMap(({ what, grows }) => {
    if (grows === null) return [];
    const { ofAccount, ofInstance, where, tests } = grows;
    return [[what.replace(/: .*/, ''), ofAccount, ofInstance, code(where), code(tests)]];
  });
  const withKept = withTable(text, 'retention', ['What', 'Kept', 'Ended by', 'When its account is deleted'], kept);
  const head = ['What', 'Bound of an account', 'Bound of the instance', 'Enforced in', 'Held by'];
  return withTable(withKept, 'growth', head, growing);
}

function code(files: readonly string[]): string {
  return files.map((file) => `\`${file}\``).join(', ');
}

function withTable(text: string, name: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const between = new RegExp(`(<!-- <<< ${name} [^>]*-->\\n)[\\s\\S]*?(<!-- >>> ${name} -->)`);
  if (!between.test(text)) throw new Error(`There is no place for the table "${name}".`);
  const [first, ...others] = [head, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const table = [first, `|${'---|'.repeat(head.length)}`, ...others].join('\n');
  return text.replace(between, (_all, start: string, end: string) => `${start}\n${table}\n\n${end}`);
}

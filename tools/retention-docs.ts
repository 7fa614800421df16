import type { redisKeys } from '../lib/redis/redis-keys.ts';

/** How long docs/security.md says that each kind of record is kept, and what ends it. `npm run docs` puts it there. */

/** A kind of record. */
export interface Retention {
  what: string;
  kept: string;
  /** What ends it: `expiry` if every such record has a time after which Redis deletes it. */
  endedBy: 'expiry' | string;
  /** What becomes of it when its account is deleted. */
  withAccount: string;
  records: readonly (keyof typeof redisKeys)[];
}

const DELETED = 'deleted';
const NOT_OF_ACCOUNTS = 'is of no account';
const EXPIRES = 'ends by itself';

// biome-ignore format: one line per kind, as in the table that it becomes.
export const retentions: readonly Retention[] = [
  { what: 'accounts: rights, limits, password as a hash, preferences, own sites, links as digests', kept: 'until the account is deleted; links to set a password 72 or 24 hours', endedBy: 'deletion by its person or an administrator, `tributary user delete`; time is checked when a link is used', withAccount: DELETED, records: ['users', 'user', 'deletions', 'ssoPerson', 'ssoChecks'] },
  { what: 'second factors: names, times, public keys, *sealed* secrets, recovery codes as digests', kept: 'until they are removed', endedBy: 'their person, an administrator, `tributary user reset-factors`', withAccount: DELETED, records: ['factors', 'passkeyOwner'] },
  { what: 'sign-ins that wait for a second factor, what passkeys are asked for', kept: '10 minutes', endedBy: 'expiry', withAccount: EXPIRES, records: ['pendingSignIn', 'passkeyChallenge'] },
  { what: 'memberships in teams', kept: 'until the person leaves or is disabled', endedBy: 'leaving, disabling, deletion', withAccount: DELETED, records: ['teamMembers', 'personTeams'] },
  { what: 'sessions: browser, network, start, last use', kept: '`SESSION_IDLE_DAYS` (14) after the last visit, `SESSION_MAX_DAYS` (90) at most', endedBy: 'expiry', withAccount: DELETED, records: ['session', 'userSessions', 'confirmed'] },
  { what: 'sign-ins at the provider of single sign-on that are under way, *sealed*, and sign-in links', kept: '10 and 15 minutes', endedBy: 'expiry', withAccount: EXPIRES, records: ['ssoFlow', 'signInLink'] },
  { what: 'keys: name, rights, network and program of the last use', kept: 'while they work, then 90 days, and only the last 100 of those', endedBy: 'a new key or a view of the list of keys; web processes, which look at 500 accounts an hour', withAccount: 'deleted; keys of a team stay, with the name of who made them', records: ['apiKey', 'userKeys', 'userKeysByAge', 'userLiveKeys'] },
  { what: 'connected programs: names and addresses, by their own words; access and answers as digests', kept: 'a program a day, 400 days after its last token, its description 7 days; access an hour', endedBy: 'expiry', withAccount: 'access ends with the key; nothing else names an account', records: ['oauthClient', 'oauthClients', 'oauthDocument', 'oauthToken', 'oauthReply'] },
  { what: 'rules for sites', kept: 'until they are replaced or removed', endedBy: 'the change', withAccount: DELETED, records: ['rules', 'rulesRefresh'] },
  { what: 'usage: numbers of searches by day and endpoint, no queries', kept: '400 days from the first search of the month', endedBy: 'expiry', withAccount: DELETED, records: ['userUsage', 'personUsage', 'keyUsage', 'charge'] },
  { what: 'the log of requests: id, time, key and labels, endpoint, status, reason, cost, engines, program; no queries', kept: '`REQUEST_LOG_HOURS` (24), less if it takes more than `REQUEST_LOG_MB` (20)', endedBy: 'expiry', withAccount: 'deleted; what a process had not handed over yet ends by itself', records: ['requestBlocks', 'requestState', 'requestTotals', 'requestSizes', 'requestTimes'] },
  { what: 'statistics: numbers of requests by hour and day, account, key, label, endpoint and engine, no queries', kept: 'hours 32 days, days 400 days, a tenth longer at most', endedBy: 'expiry', withAccount: 'deleted, also its keys and labels in the numbers of the instance, whose totals stay', records: ['instanceStatistics', 'accountStatistics'] },
  { what: 'times of requests, for limits', kept: 'the window of the limit: a day at most by default', endedBy: 'expiry', withAccount: 'deleted; those under a fingerprint within an hour', records: ['rateLog', 'accountRateLog', 'userRateLog', 'suggestRateLog', 'typingRateLog', 'typing', 'tileRateLog', 'pictureRateLog', 'formRateLog', 'engineTestLog', 'oauthRateLog', 'keyPlaces', 'accountPlaces'] },
  { what: 'failed sign-ins, by fingerprints', kept: '15 minutes', endedBy: 'expiry', withAccount: EXPIRES, records: ['accountGuesses', 'addressGuesses'] },
  { what: 'forms and requests that count once', kept: 'a day', endedBy: 'expiry', withAccount: EXPIRES, records: ['sentForm', 'requestOnce'] },
  { what: 'the audit log', kept: '`AUDIT_DAYS` (365), `AUDIT_ENTRIES` (100,000) at most', endedBy: 'web processes', withAccount: 'stays, with the name: it is the record of what happened', records: ['audit', 'auditFailures', 'auditReading'] },
  { what: 'where webhooks and mail go: addresses, *sealed* secrets', kept: 'until they are deleted; those of crawls three days longer than the crawl may run', endedBy: 'their person, an administrator; expiry', withAccount: 'deleted; those of the instance stay', records: ['webhook', 'instanceWebhooks', 'userWebhooks'] },
  { what: 'alerts of an account, and its devices as fingerprints', kept: 'the last 20 and the last 30', endedBy: 'newer ones', withAccount: DELETED, records: ['userAlerts', 'userDevices'] },
  { what: 'alerts of the instance', kept: 'until they end, then the last 200', endedBy: 'web processes', withAccount: 'name an account only for a key that ends, until an hour after it is gone', records: ['openAlerts', 'alertHistory', 'alertSigns', 'alertNews', 'alertTurn'] },
  { what: 'deliveries of webhooks and mail: *sealed* events, times, outcomes', kept: '3 days, and the last 200 of an endpoint; how large they were, 4 days', endedBy: 'expiry; newer ones', withAccount: 'given up with the endpoint; end by themselves', records: ['webhookDue', 'webhookQueue', 'webhookStream', 'webhookDelivery', 'webhookLog', 'webhookSizes', 'webhookEnds'] },
  { what: 'jobs and replies: account name, *sealed* input', kept: 'until they are done; failed ones an hour', endedBy: 'workers; expiry', withAccount: EXPIRES, records: ['queuePrefix', 'jobAsked', 'jobClaim', 'jobWaiters', 'jobAbandoned', 'missedReply'] },
  { what: 'crawls: state, counts, times; *sealed* addresses and texts of pages', kept: '`CRAWL_KEEP_H` (24) hours after the end, and a tenth longer', endedBy: 'expiry', withAccount: DELETED, records: ['accountCrawls', 'accountCrawlsRunning', 'crawlsRunning', 'crawlEnds', 'crawlSizes', 'untoldCrawls', 'crawlPayments', 'crawl', 'crawlPages', 'crawlFrontier', 'crawlSitemaps', 'crawlLeft', 'crawlSeen', 'crawlShapes', 'crawlTexts', 'crawlHosts', 'crawlTurns', 'crawlLeases', 'crawlTokens', 'crawlResults', 'crawlFetched', 'crawlFailed', 'crawlSkipped'] },
  { what: 'answers, lists and pages, *sealed*', kept: '`STALE_TTL_S` (an hour) at most', endedBy: 'expiry', withAccount: 'ends by itself; nothing in it names an account', records: ['cacheSlice', 'resultList', 'page', 'keptLists', 'cacheShortened'] },
  { what: 'health, times and budgets of providers', kept: 'an hour for times, 8 days for numbers by hour and the last errors, 45 days for budgets; the last state stays', endedBy: 'expiry; the next state', withAccount: NOT_OF_ACCOUNTS, records: ['health', 'providerHour', 'providerErrors', 'providerLatency', 'providerMinutesFailed', 'providerFailures', 'providerSpent', 'providerCalls', 'pageRequests', 'crawlGate', 'crawlRobots'] },
  { what: 'pauses of engines by hand: why, until when, by whom', kept: 'until the engine is resumed, or the next change after the end', endedBy: 'an administrator', withAccount: 'stay, with the name: the engine stays paused', records: ['pausedProviders'] },
  { what: 'what processes know of each other', kept: 'a minute', endedBy: 'the next beat; expiry', withAccount: NOT_OF_ACCOUNTS, records: ['workers', 'webs', 'processLoad', 'writeCheck'] },
  { what: 'the instance: its secret, version of the data, set-up link, a proxy that is not trusted', kept: 'stay; the link until it is used or replaced, the mark of a proxy a day', endedBy: 'the operator', withAccount: NOT_OF_ACCOUNTS, records: ['instanceSecret', 'dataVersion', 'setUpToken', 'untrustedProxy', 'endedKeysTurn', 'endedKeysCursor', 'lastSettings', 'lastWorkerSettings'] },
];

/** A text with the table of all kinds of records written anew, between two comments. */
export function withRetentionDocs(text: string): string {
  const between = /(<!-- <<< retention [^>]*-->\n)[\s\S]*?(<!-- >>> retention -->)/;
  if (!between.test(text)) throw new Error('There is no place for the table of what is kept.');
  const rows = retentions.map(
    ({ what, kept, endedBy, withAccount }) => `| ${what} | ${kept} | ${endedBy} | ${withAccount} |`,
  );
  const table = ['| What | Kept | Ended by | When its account is deleted |', '|---|---|---|---|', ...rows].join('\n');
  return text.replace(between, (_all, start: string, end: string) => `${start}\n${table}\n\n${end}`);
}

import { redisKeys } from '../lib/redis/redis-keys.ts';

/** What docs/redis.md says about each key, by its name in `redisKeys`. `npm run docs` puts it there. */

/** The names in `redisKeys` that are no keys of their own. */
const PARTS = ['accountsPrefix', 'cachedPattern', 'callTag', 'webhooksPrefix'] as const;
type KeyName = Exclude<keyof typeof redisKeys, (typeof PARTS)[number]>;

/**
 * Whether a record survives a failover. `confirmed`: a person is told that a change is done only when the replicas have
 * it, if `REDIS_WAIT_REPLICAS` says so. `last`: it may lose its last moments. `anew`: processes make it again.
 */
type Survival = 'confirmed' | 'last' | 'anew' | '';

/** What is known of a key. */
export interface RedisRecord {
  /** Its name in `redisKeys`. */
  record: KeyName;
  /** With `…` for its changing parts. */
  key: string;
  type: string;
  contents: string;
  writtenBy: string;
  readBy: string;
  /** How long it is kept. */
  kept: string;
  isSealed: boolean;
  survives: Survival;
}

type Facts = readonly [type: string, contents: string, writtenBy: string, readBy: string, kept: string, Survival];

const SEALED = '*Sealed:* ';
const MONTHS = '400 days from the first search of the month; part of backups';
const KEYS =
  'stays; 90 days after a key was revoked or expired, until the next hourly look of a web process, and only the last 100 of those';
const CRAWLS = '`CRAWL_KEEP_H` (24) hours after the last change, and a tenth longer';
const CHANNEL = ['nothing', ''] as const;

// biome-ignore format: one line per key, as in the table that it becomes.
const facts: Readonly<Record<KeyName, Facts>> = {
  dataVersion: ['string', 'the version of the data', 'web, worker, command line', 'all at their start', 'stays', 'last'],
  users: ['set', 'account names', 'web, command line', 'web, command line', 'stays; part of backups', 'confirmed'],
  user: ['hash', 'rights, creation, password as an argon2id hash, whether there are second factors, search link as a SHA-256, preferences with the own list of sites, version of the rules for sites; the person at the provider of single sign-on, and encrypted a token to ask after them', 'web, command line', 'web, command line', 'stays; part of backups', 'confirmed'],
  deletions: ['set', 'names of accounts and teams whose deletion has begun', 'web, command line', 'web', 'until the deletion is completed; part of backups', 'confirmed'],
  teamMembers: ['hash', 'the role of each member of a team', 'web, command line', 'web, command line', 'stays; part of backups', 'confirmed'],
  personTeams: ['set', 'the teams of a person', 'web, command line', 'web, command line', 'stays; part of backups', 'confirmed'],
  userKeys: ['set', "prefixes of the account's keys", 'web, command line', 'web, command line', `${KEYS}; part of backups`, 'confirmed'],
  userKeysByAge: ['sorted set', 'the same by creation', 'web, command line', 'web, command line', KEYS, 'confirmed'],
  userLiveKeys: ['sorted set', 'those not revoked by expiry', 'web, command line', 'web, command line', KEYS, 'confirmed'],
  requestBlocks: ['list', 'requests of an account: id, time, key and its labels, endpoint, status, reason, cost, engines with outcome and time, trace, program; no queries', 'web', 'web', '`REQUEST_LOG_HOURS` (24)', 'last'],
  requestState: ['hash', 'how large its log is, which requests it has left out since when, how many failed by hour and reason', 'web', 'web', '`REQUEST_LOG_HOURS` (24)', 'last'],
  requestTotals: ['hash', 'the same of all accounts', 'web', 'web', '`REQUEST_LOG_HOURS` (24)', 'last'],
  requestSizes: ['sorted set', 'accounts by the size of their log', 'web', 'web', '`REQUEST_LOG_HOURS` (24)', 'last'],
  requestTimes: ['sorted set', 'accounts by the time of their last request', 'web', 'web', '`REQUEST_LOG_HOURS` (24)', 'last'],
  userUsage: ['hash', 'searches by day and endpoint', 'web: admission, refunds', 'web, command line', MONTHS, 'last'],
  personUsage: ['hash', "the same of the account's owner on the pages", 'web: admission, refunds', 'web', MONTHS, 'last'],
  apiKey: ['hash', 'SHA-256 of the key and of the one before, name, account, what it may do, times of creation, last use, expiry, revocation; network and program of the last use; version of the rules for sites; for a connected program its id and redirect address, whether it keeps the record of that program, and SHA-256 of its code and refresh token', 'web, command line; admission: last use', 'web: admission, pages', `${KEYS}; part of backups`, 'confirmed'],
  endedKeysTurn: ['string', 'that one of all web processes has just looked for keys that ended long ago', 'web', 'web', '1 hour', 'anew'],
  endedKeysCursor: ['string', 'where in the list of accounts the next look goes on', 'web', 'web', 'stays', 'anew'],
  rules: ['hash', 'a list of rules for sites, its address if it was imported, and when', 'web, command line', 'web, command line', 'until another one replaces it, and a minute longer; part of backups', 'confirmed'],
  rulesRefresh: ['string', 'that a list of rules was tried to be refreshed', 'web', 'web', '1 hour', 'anew'],
  keyUsage: ['hash', 'searches by day and endpoint', 'web: admission, refunds', 'web', '400 days from the first search of the month, or until the key is forgotten; part of backups', 'last'],
  charge: ['string', 'the account of a counted search, until it can no longer be refunded', 'web: admission', 'web: refunds', '5 minutes', 'last'],
  keyPlaces: ['sorted set', 'requests under way of a key that may have only some at a time', 'web: admission', 'web: admission', '2 seconds after the last word of their process', 'last'],
  accountPlaces: ['sorted set', 'the same of an account', 'web: admission', 'web: admission', '2 seconds after the last word of their process', 'last'],
  rateLog: ['list', 'times of requests, by key prefix', 'web: admission', 'web: admission', 'the window of the limit: a minute and a day by default', 'last'],
  accountRateLog: ['list', 'times of requests, by account name', 'web: admission', 'web: admission', 'the window of the limit', 'last'],
  userRateLog: ['list', 'times of searches on the page, by account name', 'web: admission', 'web: admission', 'the window of the limit', 'last'],
  suggestRateLog: ['list', 'times of suggestions, by account name', 'web', 'web', '5 minutes', 'last'],
  typingRateLog: ['list', 'times of translations while typing, by account name', 'web', 'web', '5 minutes', 'last'],
  typing: ['string', 'that translations while typing belong to a counted search', 'web', 'web', '1 minute', 'last'],
  tileRateLog: ['list', 'times of map tiles, by account name', 'web', 'web', '5 minutes', 'last'],
  pictureRateLog: ['list', 'times of pictures, by a fingerprint of the account', 'web', 'web', '5 minutes', 'last'],
  formRateLog: ['list', 'times of forms, and of codes for mail, by account name or a fingerprint of the address', 'web', 'web', 'the window of the limit: a minute, for codes an hour', 'last'],
  session: ['hash', 'account, form token and generation, browser and network, start and last use, under a digest of the token in the cookie', 'web', 'web', '`SESSION_IDLE_DAYS` (14) after the last visit, `SESSION_MAX_DAYS` (90) at most', 'last'],
  userSessions: ['sorted set', "the digests of the account's sessions, 100 at most, by their end", 'web', 'web, command line', 'as long as these sessions', 'last'],
  confirmed: ['string', 'that the person of a session has just shown who they are', 'web', 'web', '10 minutes', 'last'],
  factors: ['hash', 'second factors with their names and times: TOTP secrets *(sealed with a lasting key)*, public keys of passkeys with their counters, recovery codes as SHA-256', 'web, command line', 'web', 'until they are removed; part of backups', 'confirmed'],
  passkeyOwner: ['string', 'the account of a passkey', 'web, command line', 'web', 'until it is removed; part of backups', 'confirmed'],
  passkeyChallenge: ['string', 'what a passkey is asked for', 'web', 'web', '5 minutes, or until it is answered', 'last'],
  pendingSignIn: ['hash', 'account and generation of a person who has yet to give the second factor, under a digest of the token in the cookie', 'web', 'web', '10 minutes, or until it is given', 'last'],
  sentForm: ['string', 'that a one-time form was sent', 'web', 'web', '1 day', 'last'],
  requestOnce: ['string', 'that a request with an `Idempotency-Key` was sent: a keyed hash of it, an id, its time', 'web: management', 'web: management', '24 hours', 'last'],
  accountGuesses: ['hash', 'failed sign-ins, by device and address; addresses, and names that no account has, as fingerprints', 'web', 'web', '15 minutes', 'last'],
  addressGuesses: ['hash', 'failed sign-ins from an address, as a fingerprint', 'web', 'web', '15 minutes', 'last'],
  auditFailures: ['stream', 'guesses that failed: from where and when, at which account', 'web', 'web, command line', 'as set; part of backups', 'confirmed'],
  audit: ['stream', 'who did what to whom, from where and when; no secrets', 'web, worker, command line', 'web, command line', 'as set; part of backups', 'confirmed'],
  auditReading: ['string', 'that somebody has read the usage of an account, which left an entry', 'web', 'web', '1 hour', 'anew'],
  pausedProviders: ['hash', 'providers that an administrator has paused: why, until when, by whom', 'web, command line', 'web, worker, command line', 'until the provider is resumed, or paused anew; part of backups', 'confirmed'],
  engineTestLog: ['list', 'times of tests of engines, by account name', 'web', 'web', '1 minute', 'last'],
  lastSettings: ['string', 'settings of the last start of a web process; secrets as keyed fingerprints', 'web', 'web', 'stays', 'last'],
  lastWorkerSettings: ['string', 'the same of a worker', 'worker', 'worker', 'stays', 'last'],
  oauthClient: ['string', 'name and redirect addresses of a program that has registered itself', 'web', 'web', '1 day; 400 days after the last token of a grant, but a day once the key that keeps it is forgotten; part of backups', 'last'],
  oauthClients: ['sorted set', 'the programs without a grant, by their time', 'web', 'web', '1 day', 'anew'],
  oauthDocument: ['string', 'the same of a program with a metadata document, under a digest of its address', 'web', 'web', '7 days', 'anew'],
  oauthToken: ['string', 'the prefix of the key that an access token stands for, under a SHA-256 of the token', 'web', 'web: admission', '1 hour', 'confirmed'],
  oauthReply: ['string', 'the tokens that a refresh token was exchanged for, encrypted with what was shown', 'web', 'web', '1 minute', 'confirmed'],
  oauthRateLog: ['list', 'times of registrations, token requests and fetched documents, by a fingerprint of the address or by account name', 'web', 'web', 'the window of the limit: up to a day', 'last'],
  ssoPerson: ['string', 'the account of a person at the provider of single sign-on, under a SHA-256 of both', 'web', 'web', 'stays; part of backups', 'confirmed'],
  ssoChecks: ['sorted set', 'when the provider is asked after which account', 'web', 'web', 'stays', 'anew'],
  ssoFlow: ['string', `${SEALED}a sign-in at the provider that is under way, under a SHA-256 of its id and the browser's cookie`, 'web', 'web', '10 minutes', 'last'],
  signInLink: ['string', 'the account of a sign-in link, under a SHA-256 of its token', 'command line', 'web', '15 minutes, or until it is used', 'last'],
  instanceStatistics: ['hash', 'numbers of requests of an hour or a day, in total and by account, key, label, endpoint and engine; no queries', 'web', 'web', 'hours 32 days, days 400 days', 'last'],
  accountStatistics: ['hash', 'the same of one account', 'web', 'web', 'hours 32 days, days 400 days', 'last'],
  setUpToken: ['string', 'SHA-256 of the token of the set-up link', 'web, command line', 'web', 'until it is used or replaced', 'last'],
  webhook: ['hash', 'where webhooks or mail go: address, events, owner, state; the secret that signs *(sealed with a lasting key)*', 'web, command line; worker: that it is gone', 'web, worker', 'stays; three days longer than the crawl may run if made for one; part of backups', 'confirmed'],
  instanceWebhooks: ['sorted set', 'the ids of those of the instance', 'web', 'web', 'stays; part of backups', 'confirmed'],
  userWebhooks: ['sorted set', 'the ids of those of an account, by their end', 'web', 'web', 'stays; part of backups', 'confirmed'],
  openAlerts: ['hash', 'the alerts that have begun: kind, subject, time, figures', 'web', 'web', 'until they end', 'last'],
  alertHistory: ['list', 'the last 200 that have ended', 'web', 'web', 'stays', 'last'],
  alertSigns: ['hash', 'since when something looks as if its alert were to begin or to end', 'web', 'web', 'until it does', 'anew'],
  alertNews: ['hash', 'beginnings and ends of alerts that nobody was told of yet', 'web', 'web', 'until they are told', 'last'],
  alertTurn: ['string', 'that one of all web processes has just looked', 'web', 'web', '1 hour', 'anew'],
  userAlerts: ['list', 'the last 20 alerts that concern an account alone: sign-ins from new devices with browser and network, keys that ended', 'web', 'web', 'stays', 'last'],
  userDevices: ['sorted set', 'the last 30 devices of a person: browser, system and network as fingerprints, by the time of their last use', 'web', 'web', 'stays; part of backups', 'last'],
  webhookDue: ['sorted set', 'in which streams something is to be delivered, by when', 'web, worker', 'worker', 'stays', 'last'],
  webhookQueue: ['list', 'the ids of the deliveries of a stream that wait, in order', 'web, worker', 'worker', '3 days after the last touch', 'last'],
  webhookStream: ['hash', 'the last sequence number of a stream, and how many bytes wait in it', 'web, worker', 'web, worker', '3 days after the last touch', 'last'],
  webhookDelivery: ['hash', `what is delivered: type, endpoint, times, tries, status and error of the last; ${SEALED}the event`, 'web, worker', 'web, worker', '3 days after the last touch, and only the last 200 of an endpoint', 'last'],
  webhookLog: ['sorted set', 'the ids of the deliveries to an endpoint, by their time', 'web, worker', 'web', '3 days after the last touch', 'last'],
  webhookSizes: ['hash', 'how many bytes each delivery holds, and all', 'web, worker', 'web, worker', '4 days after the last touch', 'last'],
  webhookEnds: ['sorted set', 'the ids of deliveries, by when they will have expired', 'web, worker', 'web, worker', '4 days after the last touch', 'last'],
  accountCrawls: ['sorted set', "the ids of the account's crawls by their beginning", 'web', 'web, worker', CRAWLS, 'last'],
  accountCrawlsRunning: ['set', 'those that run', 'web, worker', 'web', CRAWLS, 'last'],
  crawlsRunning: ['sorted set', 'the ids of all crawls that run', 'web, worker', 'worker', 'until each has ended', 'last'],
  crawlEnds: ['sorted set', 'the ids of all crawls and their endpoints, by when Redis deletes them', 'web, worker', 'web, worker', 'until each is deleted', 'last'],
  crawlSizes: ['hash', 'how many bytes each crawl and its endpoint hold, with the account, each account and all', 'web, worker', 'web, worker', 'until each is deleted', 'last'],
  untoldCrawls: ['sorted set', 'the ids of crawls that have something to tell their webhooks', 'web, worker', 'worker', 'until all is told', 'last'],
  crawlPayments: ['string', 'how many searches were counted for a crawl', 'worker', 'worker', CRAWLS, 'last'],
  instanceSecret: ['string', 'the secret of the instance, if `INSTANCE_SECRET` is not set', 'the first process', 'web, worker', 'stays; part of backups', 'last'],
  untrustedProxy: ['string', 'that a proxy is in front which is not trusted', 'web', 'command line: doctor', '1 day', 'anew'],
  health: ['hash', 'state and last error of each provider; no queries', 'worker', 'web, worker', 'stays', 'anew'],
  healthChannel: ['channel', 'changes of health', 'worker', 'web, worker', ...CHANNEL],
  providerLatency: ['hash', 'times of calls, by minute', 'worker', 'web', '1 hour', 'anew'],
  providerMinutesFailed: ['hash', 'numbers of failed calls, by minute', 'worker', 'web', '1 hour', 'anew'],
  providerFailures: ['list', 'codes of failed calls', 'worker', 'web', '1 hour', 'anew'],
  providerHour: ['hash', 'calls of one hour: successes, failures by code, durations by bucket, how many replies had which field and when the last one, no content', 'worker', 'web, command line', '8 days', 'anew'],
  providerErrors: ['list', 'the last 20 failed calls: time, code, reason, id of the request', 'worker', 'web', '8 days', 'anew'],
  providerSpent: ['hash', 'units of the budget that were spent, by day and month, and which shares of it were told', 'worker', 'worker, web, command line', '45 days after the last call', 'confirmed'],
  providerCalls: ['sorted set', 'calls in progress', 'worker', 'worker', 'as long as a call may take', 'anew'],
  pageRequests: ['sorted set', 'requests in progress, by a fingerprint of the host', 'worker', 'worker', 'as long as a request may take', 'anew'],
  cacheSlice: ['string', `${SEALED}the answer of a provider, under a fingerprint`, 'worker', 'web', 'answers of engines for `STALE_TTL_S` (an hour) or until newer ones need the room, others for `CACHE_TTL_S` (five minutes) or the time that their adapter sets; less where the terms of an engine ask for it', 'anew'],
  keptLists: ['list', 'which answers of engines were stored when, as fingerprints, and how many bytes they take', 'worker', 'worker', 'as long as these answers', 'anew'],
  cacheShortened: ['string', 'that a worker has just shortened the lives of cached answers in a Redis that is nearly full', 'worker', 'worker', '30 seconds', 'anew'],
  resultList: ['string', `${SEALED}a merged list that is read in pages, under a fingerprint`, 'web', 'web', '3 minutes', 'anew'],
  queuePrefix: ['of BullMQ', `jobs: account name, operation, times, engines; ${SEALED}the input`, 'web', 'worker', 'until a worker has completed the job; completed ones a quarter of an hour without their input, 300 at most; failed ones as long, 30 at most; those of probes an hour, 20 at most', 'last'],
  jobAsked: ['string', 'that one of several web processes has asked for a search, under its fingerprint', 'web', 'web', '1 minute', 'anew'],
  jobClaim: ['string', 'which job makes a call, under a fingerprint', 'web', 'web', 'as long as the job may take', 'last'],
  jobWaiters: ['set', 'which web processes wait for a job', 'web', 'worker', 'as long as the job may take', 'last'],
  jobAbandoned: ['string', 'that nobody waits for a job any more', 'web', 'web', 'as long as the job may take', 'last'],
  replyChannel: ['channel', `${SEALED}replies to a web process`, 'worker', 'web', ...CHANNEL],
  leftJobsChannel: ['channel', 'jobs that nobody waits for any more', 'web', 'worker', ...CHANNEL],
  page: ['string', `${SEALED}the text of a page that was read, under a fingerprint of its address`, 'worker', 'worker', '1 hour, or until newer ones need the room', 'anew'],
  keptPages: ['list', 'which pages were stored when, as fingerprints, and how many bytes they take', 'worker', 'worker', 'as long as these pages', 'anew'],
  crawl: ['hash', `a crawl: its account, key, times, state and counts; ${SEALED}what was asked for`, 'web, worker', 'web, worker', CRAWLS, 'last'],
  crawlPages: ['hash', `${SEALED}addresses of pages that wait`, 'web, worker', 'worker, web', CRAWLS, 'last'],
  crawlFrontier: ['sorted set', 'numbers of the pages that wait, in their order', 'web, worker', 'worker', CRAWLS, 'last'],
  crawlSitemaps: ['set', 'those of them that are sitemaps', 'web, worker', 'worker', 'until the crawl ends', 'last'],
  crawlLeft: ['sorted set', 'those that waited when a limit ended the crawl', 'worker', 'web', CRAWLS, 'last'],
  crawlSeen: ['set', 'pages that are known, as digests', 'web, worker', 'worker', 'until the crawl ends', 'last'],
  crawlShapes: ['hash', 'how many addresses have the same shape, as digests', 'web, worker', 'worker', 'until the crawl ends', 'last'],
  crawlTexts: ['set', 'texts that are known, as digests', 'worker', 'worker', 'until the crawl ends', 'last'],
  crawlHosts: ['hash', 'numbers of the hosts, as fingerprints', 'web, worker', 'worker', 'until the crawl ends', 'last'],
  crawlTurns: ['sorted set', 'when each of these hosts may be asked', 'web, worker', 'worker', 'until the crawl ends', 'last'],
  crawlLeases: ['sorted set', 'numbers of the pages that workers have taken, by when they are taken again', 'worker', 'worker', 'until the crawl ends', 'last'],
  crawlTokens: ['hash', 'by which worker', 'worker', 'worker', 'until the crawl ends', 'last'],
  crawlResults: ['hash', `${SEALED}pages that were read`, 'worker', 'web', CRAWLS, 'last'],
  crawlFetched: ['list', 'their numbers, in the order in which they were read', 'worker', 'web', CRAWLS, 'last'],
  crawlFailed: ['list', `${SEALED}addresses of pages that have failed, and why`, 'worker', 'web', CRAWLS, 'last'],
  crawlSkipped: ['list', `why pages were skipped; ${SEALED}their addresses`, 'web, worker', 'web', CRAWLS, 'last'],
  crawlGate: ['hash', 'when a host may be asked again by crawls, and which requests are under way, under a fingerprint of the host; of a crawl with a pace of its own, under its id', 'worker', 'worker', 'an hour after the last request', 'anew'],
  crawlRobots: ['string', `${SEALED}the robots.txt of a site, under a fingerprint`, 'worker', 'worker', '1 hour', 'anew'],
  missedReply: ['string', `${SEALED}a reply for a web process that was away; no pictures and map tiles`, 'worker', 'web', '10 seconds', 'last'],
  workers: ['sorted set', 'host name, version, age and settings of each worker, without keys', 'worker', 'web, worker, command line', '1 minute', 'anew'],
  webs: ['sorted set', 'the same of each web process', 'web', 'web, worker, command line', '1 minute', 'anew'],
  processLoad: ['string', 'what a process is doing: the calls of a worker by provider, how many calls are pending in a web process', 'the process itself', 'web, worker, command line', '2 seconds', 'anew'],
  writeCheck: ['string', 'nothing: readiness and `doctor` check whether Redis accepts writes', 'web, command line', 'nobody', '10 seconds', 'anew'],
  workersChannel: ['channel', 'that a worker starts or stops', 'worker', 'web', ...CHANNEL],
  websChannel: ['channel', 'that a web process starts or stops', 'web', 'worker', ...CHANNEL],
};

/** Every record and channel, in the order of `redisKeys`. */
export const redisRecords: readonly RedisRecord[] = Object.keys(redisKeys)
  .filter((name): name is KeyName => !(PARTS as readonly string[]).includes(name))
  .flatMap((name) => {
    const [type, contents, writtenBy, readBy, kept, survives] = facts[name];
    const isSealed = contents.includes(SEALED);
    return patternsOf(name).map((key) => ({
      record: name,
      key,
      type,
      contents,
      writtenBy,
      readBy,
      kept,
      isSealed,
      survives,
    }));
  });

/** How a key looks, with `…` for its changing parts. */
function patternsOf(name: KeyName): string[] {
  if (name === 'processLoad')
    return [redisKeys.workers, redisKeys.webs].map((list) => redisKeys.processLoad(list, '…'));
  const pattern: string | ((...parts: never[]) => string) = redisKeys[name];
  if (typeof pattern === 'string') return [pattern];
  const made = (pattern as (...parts: string[]) => string)(
    name.startsWith('job') ? redisKeys.callTag('…') : '…',
    '…',
    '…',
  );
  return [name === 'queuePrefix' || made.endsWith(':') ? `${made}…` : made];
}

const SURVIVES: Readonly<Record<Survival, string>> = {
  confirmed: 'yes, once confirmed',
  last: 'but for its last moments',
  anew: 'made anew if lost',
  '': '',
};

/** A text with the table of all keys written anew, between two comments. */
export function withRedisDocs(text: string): string {
  const rows = redisRecords.map(({ key, type, contents, writtenBy, readBy, kept, isSealed, survives }) =>
    [
      `\`${key}\``,
      type,
      contents.replaceAll(SEALED, ''),
      writtenBy,
      readBy,
      kept,
      isSealed ? 'yes' : '',
      SURVIVES[survives],
    ].join(' | '),
  );
  const table = ['Key | Type | Contents | Written by | Read by | Kept | Sealed | Survives a failover', ...rows];
  const between = /(<!-- <<< redis keys [^>]*-->\n)[\s\S]*?(<!-- >>> redis keys -->)/;
  if (!between.test(text)) throw new Error('There is no place for the table of keys.');
  const [head, ...lines] = table.map((row) => `| ${row} |`);
  const written = [head, `|${'---|'.repeat(8)}`, ...lines].join('\n');
  return text.replace(between, (_all, start: string, end: string) => `${start}\n${written}\n\n${end}`);
}

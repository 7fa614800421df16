/**
 * Builds every key and channel name in Redis.
 *
 * Redis Cluster assigns a key to a node by the part in braces, so keys that one script uses share a tag:
 * `{trib:accounts}` for accounts, keys, limits and usage (the admission script reads and writes all four), one tag per
 * provider for its health record, one per search for its cached slices (one MGET reads them), another for the claims of
 * its calls, one per queue, and `{trib:webhooks}` for what is to be delivered.
 */
const ACCOUNTS = '{trib:accounts}';
/** Deliveries of webhooks and mail: one script looks for what is due in all streams. */
const WEBHOOKS = '{trib:webhooks}';

/** The key or channel name of each record. */
export const redisKeys = {
  /** Prefix of all account data; scripts build the names of an account from it. */
  accountsPrefix: `${ACCOUNTS}:`,
  /** The version of the data; the first has none. */
  dataVersion: `${ACCOUNTS}:data-version`,
  users: `${ACCOUNTS}:users`,
  user: (username: string) => `${ACCOUNTS}:user:${username}`,
  /** The names of accounts whose deletion has begun, and has not been completed. */
  deletions: `${ACCOUNTS}:deletions`,
  /** The role of each member of a team, and the teams of each person. */
  teamMembers: (team: string) => `${ACCOUNTS}:team-members:${team}`,
  personTeams: (username: string) => `${ACCOUNTS}:person-teams:${username}`,
  /** The prefixes of all keys of an account. */
  userKeys: (username: string) => `${ACCOUNTS}:user-keys:${username}`,
  /** The same prefixes, by the time of their creation. */
  userKeysByAge: (username: string) => `${ACCOUNTS}:user-keys-by-age:${username}`,
  /** The prefixes of the keys that are not revoked, by their expiry. */
  userLiveKeys: (username: string) => `${ACCOUNTS}:user-live-keys:${username}`,
  userUsage: (username: string, month: string) => `${ACCOUNTS}:user-usage:${username}:${month}`,
  /** Searches of an account's owner on the search page and in the playground. */
  personUsage: (username: string, month: string) => `${ACCOUNTS}:person-usage:${username}:${month}`,
  apiKey: (prefix: string) => `${ACCOUNTS}:key:${prefix}`,
  /** A list of rules for sites, by its owner and its version. A change makes another one. */
  rules: (owner: 'key' | 'account', name: string, version: string) => `${ACCOUNTS}:rules:${owner}:${name}:${version}`,
  /** Exists for an hour after a process has tried to refresh a list of rules. */
  rulesRefresh: (owner: 'key' | 'account', name: string) => `${ACCOUNTS}:rules-refresh:${owner}:${name}`,
  /** Exists while one of all web processes has just looked for ended keys, and where the next look goes on. */
  endedKeysTurn: `${ACCOUNTS}:ended-keys-turn`,
  endedKeysCursor: `${ACCOUNTS}:ended-keys-cursor`,
  keyUsage: (prefix: string, month: string) => `${ACCOUNTS}:key-usage:${prefix}:${month}`,
  /** A counted search, kept for as long as it may be refunded. */
  charge: (id: string) => `${ACCOUNTS}:charge:${id}`,
  /** The requests of a key, and of an account, that are under way, by the time until which they count. */
  keyPlaces: (prefix: string) => `${ACCOUNTS}:key-places:${prefix}`,
  accountPlaces: (username: string) => `${ACCOUNTS}:account-places:${username}`,
  rateLog: (prefix: string, limit: 'burst' | 'sustained' | 'messages') => `${ACCOUNTS}:rate:${prefix}:${limit}`,
  /** Times of all requests of an account, by any of its keys and on the search page. */
  accountRateLog: (username: string, limit: 'burst' | 'sustained') => `${ACCOUNTS}:account-rate:${username}:${limit}`,
  /** Times of a person's searches on the search page. */
  userRateLog: (username: string, limit: 'burst' | 'sustained') => `${ACCOUNTS}:user-rate:${username}:${limit}`,
  /** Times of the search box's requests for suggestions. */
  suggestRateLog: (username: string, limit: 'burst' | 'sustained') => `${ACCOUNTS}:suggest-rate:${username}:${limit}`,
  /** Times of the translations of a text that a person types. */
  typingRateLog: (username: string, limit: 'burst' | 'sustained') => `${ACCOUNTS}:typing-rate:${username}:${limit}`,
  /** Exists while the translations of what a person types belong to a search that was counted. */
  typing: (username: string) => `${ACCOUNTS}:typing:${username}`,
  /** Times of the map tiles that were fetched for a person. */
  tileRateLog: (username: string) => `${ACCOUNTS}:tile-rate:${username}`,
  /** Times of the pictures of other sites that were fetched for a visitor, by their name in addresses. */
  pictureRateLog: (visitor: string) => `${ACCOUNTS}:picture-rate:${visitor}`,
  /** Times of the forms, and of the codes for mail, that a person, or an address without a session, sent. An address is a fingerprint. */
  formRateLog: (owner: string) => `${ACCOUNTS}:form-rate:${owner}`,
  /** `id` is the digest of the token in the cookie. */
  session: (id: string) => `${ACCOUNTS}:session:${id}`,
  /** The sessions of an account, by their end. */
  userSessions: (username: string) => `${ACCOUNTS}:user-sessions:${username}`,
  /** Exists while a session is confirmed: for ten minutes after its person has shown who they are. */
  confirmed: (sessionId: string) => `${ACCOUNTS}:confirmed:${sessionId}`,
  /** Hash of a person's second factors, their last uses and the digests of their recovery codes. */
  factors: (username: string) => `${ACCOUNTS}:factors:${username}`,
  /** The account of a passkey, by the id of its credential. */
  passkeyOwner: (credential: string) => `${ACCOUNTS}:passkey:${credential}`,
  /** What a passkey is asked to sign, and for which purpose; each works once. */
  passkeyChallenge: (challenge: string) => `${ACCOUNTS}:passkey-challenge:${challenge}`,
  /** Who has given the right password and not yet the second factor. `id` is the digest of a token in a cookie. */
  pendingSignIn: (id: string) => `${ACCOUNTS}:pending-sign-in:${id}`,
  /** Marks a one-time form as submitted; `id` identifies the form. */
  sentForm: (sessionId: string, id: string) => `${ACCOUNTS}:sent-form:${sessionId}:${id}`,
  /** A request that makes something once, however often it is sent: its fingerprint, its id and its time. */
  requestOnce: (digest: string) => `${ACCOUNTS}:request-once:${digest}`,
  /** Hash of the wrong guesses at an account's password, by origin. Names and addresses are fingerprints. */
  accountGuesses: (fingerprint: string) => `${ACCOUNTS}:password-guesses:user:${fingerprint}`,
  /** Hash of the wrong guesses from an address. */
  addressGuesses: (fingerprint: string) => `${ACCOUNTS}:password-guesses:address:${fingerprint}`,
  /** Stream of what was done to accounts, keys and the instance: see `lib/audit`. */
  audit: `${ACCOUNTS}:audit`,
  /** A program that has registered itself, by its client id, and the ids of those without a grant, by their time. */
  oauthClient: (id: string) => `${ACCOUNTS}:oauth-client:${id}`,
  oauthClients: `${ACCOUNTS}:oauth-clients`,
  /** What the metadata document of a program said, by a digest of its address. */
  oauthDocument: (digest: string) => `${ACCOUNTS}:oauth-document:${digest}`,
  /** The key that an access token stands for. The admission script builds this name: `digest` begins with `token:`. */
  oauthToken: (digest: string) => `${ACCOUNTS}:oauth-${digest}`,
  /** The answer to a refresh token that was just replaced, for processes that show it at the same time. */
  oauthReply: (digest: string) => `${ACCOUNTS}:oauth-reply:${digest}`,
  /** Times of requests to an OAuth endpoint, by a fingerprint of the address or by the account. */
  oauthRateLog: (endpoint: 'register' | 'token' | 'document' | 'document-day', owner: string) =>
    `${ACCOUNTS}:oauth-rate:${endpoint}:${owner}`,
  /** The account of a person at the provider of single sign-on, by a digest of both. */
  ssoPerson: (digest: string) => `${ACCOUNTS}:sso-person:${digest}`,
  /** Sorted set of the accounts that the provider is asked after, by when. */
  ssoChecks: `${ACCOUNTS}:sso-checks`,
  /** A sign-in at the provider that is under way, by a digest of its id and of the browser's cookie. */
  ssoFlow: (digest: string) => `${ACCOUNTS}:sso-flow:${digest}`,
  /** The account that a sign-in link of the command line opens, by a digest of its token. */
  signInLink: (digest: string) => `${ACCOUNTS}:sign-in-link:${digest}`,
  /** Stream of the guesses that failed, which strangers can write to. */
  auditFailures: `${ACCOUNTS}:audit-failures`,
  /** Exists for an hour after somebody has read the usage of an account, which left an entry. */
  auditReading: (reader: string, target: string) => `${ACCOUNTS}:audit-reading:${reader}:${target}`,
  /** The settings of the last start of a web process, and of a worker, with fingerprints in place of secrets. */
  lastSettings: `${ACCOUNTS}:last-settings`,
  lastWorkerSettings: `${ACCOUNTS}:last-worker-settings`,
  /** Hash of the providers that an administrator has paused, by their ids. Here, because each pause leaves an entry. */
  pausedProviders: `${ACCOUNTS}:paused-providers`,
  /** Times of the calls by which an administrator tested engines. */
  engineTestLog: (username: string) => `${ACCOUNTS}:engine-tests:${username}`,
  /** Digest of the token for the set-up page, valid while there is no administrator. */
  setUpToken: `${ACCOUNTS}:set-up-token`,
  /** Where webhooks or mail go: the address, its events and its sealed secret. */
  webhook: (id: string) => `${ACCOUNTS}:webhook:${id}`,
  /** The endpoints of the instance, and of an account, by the time when they were made. */
  instanceWebhooks: `${ACCOUNTS}:instance-webhooks`,
  userWebhooks: (username: string) => `${ACCOUNTS}:user-webhooks:${username}`,

  /** The alerts that have begun and not ended, by their ids, and the last ones that have. */
  openAlerts: `${ACCOUNTS}:open-alerts`,
  alertHistory: `${ACCOUNTS}:alert-history`,
  /** Since when something looks as if its alert were to begin or to end. */
  alertSigns: `${ACCOUNTS}:alert-signs`,
  /** The beginnings and ends of alerts that nobody was told of yet. */
  alertNews: `${ACCOUNTS}:alert-news`,
  /** Exists while it is the turn of one of all web processes to look. */
  alertTurn: (what: 'look' | 'keys') => `${ACCOUNTS}:alert-turn:${what}`,
  /** The last alerts that concern an account alone. */
  userAlerts: (username: string) => `${ACCOUNTS}:user-alerts:${username}`,
  /** The devices from which a person has signed in, as fingerprints, by the time of their last use. */
  userDevices: (username: string) => `${ACCOUNTS}:user-devices:${username}`,

  /** Prefix of all about deliveries; scripts build the names of a stream and of a delivery from it. */
  webhooksPrefix: `${WEBHOOKS}:`,
  /** The streams in which something is to be delivered, by when the first of each is due. */
  webhookDue: `${WEBHOOKS}:due`,
  /** The ids of the deliveries of a stream that have not ended, in order. */
  webhookQueue: (stream: string) => `${WEBHOOKS}:queue:${stream}`,
  /** The last sequence number of a stream, and the bytes that wait in it. */
  webhookStream: (stream: string) => `${WEBHOOKS}:stream:${stream}`,
  /** What is delivered, sealed, and what became of it. */
  webhookDelivery: (id: string) => `${WEBHOOKS}:delivery:${id}`,
  /** The deliveries to an endpoint, by the time when they were made. */
  webhookLog: (endpoint: string) => `${WEBHOOKS}:log:${endpoint}`,
  /** How many bytes deliveries hold, each and all (`*`), and by when Redis has deleted each. */
  webhookSizes: `${WEBHOOKS}:sizes`,
  webhookEnds: `${WEBHOOKS}:ends`,

  /** What has happened to the log of an account's requests. Requests that nobody was admitted for are those of the account "". */
  requestState: (account: string) => `{trib:requests:${account}}:state`,
  /** Blocks of an account's requests, by class: see `lib/requests`. */
  requestBlocks: (account: string, kind: number) => `{trib:requests:${account}}:blocks:${kind}`,
  /** What all logs of requests take, and the reasons of failures by hour. */
  requestTotals: '{trib:requests}:totals',
  /** The accounts with a log of requests, by its size and by the time of the last one. */
  requestSizes: '{trib:requests}:sizes',
  requestTimes: '{trib:requests}:times',
  /** Numbers of requests of an hour (`2026-11-18T14`) or a day (`2026-11-18`), by what they are told apart by. */
  instanceStatistics: (span: string) => `{trib:statistics}:${span}`,
  /** The same of one account. */
  accountStatistics: (username: string, span: string) => `{trib:statistics:${username}}:${span}`,

  /** Sorted set of an account's crawls by their beginning, and those that run. */
  accountCrawls: (username: string) => `${ACCOUNTS}:crawls:${username}`,
  accountCrawlsRunning: (username: string) => `${ACCOUNTS}:crawls-running:${username}`,
  /** All crawls that run, by when a worker was last seen at them; all by their end; and the bytes that they hold. */
  crawlsRunning: `${ACCOUNTS}:running-crawls`,
  crawlEnds: `${ACCOUNTS}:crawl-ends`,
  crawlSizes: `${ACCOUNTS}:crawl-sizes`,
  /** The crawls that have something to tell their webhooks, by when somebody looked. */
  untoldCrawls: `${ACCOUNTS}:untold-crawls`,
  /** How many searches were counted for a crawl. */
  crawlPayments: (id: string) => `${ACCOUNTS}:crawl-payments:${id}`,

  instanceSecret: 'trib:secret',
  /** Exists while a proxy that is not trusted is in front of a web process. */
  untrustedProxy: 'trib:untrusted-proxy',

  /** Hash of the health of every provider, as JSON by its id. */
  health: '{trib:health}',
  /** Channel on which changes of health are announced: a provider and its record. All databases share the channels. */
  healthChannel: (database: number) => `{trib:health}:changed:${database}`,
  /** Durations of successful calls per minute. */
  providerLatency: (provider: string) => `{trib:health:${provider}}:latency`,
  /** Numbers of calls per minute that failed by the provider's own fault. */
  providerMinutesFailed: (provider: string) => `{trib:health:${provider}}:minutes-failed`,
  /** `search` is the fingerprint of operation and input, the same for every provider of a search. */
  cacheSlice: (search: string, provider: string) => `{trib:cache:${search}}:${provider}`,
  /** What matches all that is cached of searches. */
  cachedPattern: '{trib:cache:*',
  /** Exists for a while after a worker has shortened the lives of cached answers, because Redis is nearly full. */
  cacheShortened: 'trib:cache-shortened',
  /** Which lists of results were stored when, and how many bytes they take. */
  keptLists: 'trib:kept-lists',
  /** A merged list that is read in pages; `search` is the fingerprint of its parameters. */
  resultList: (search: string) => `{trib:cache:${search}}:list`,

  /** Calls to the provider that are in progress, for a limit across processes. */
  providerCalls: (provider: string) => `{trib:health:${provider}}:calls`,
  /** Units of the provider's budget that were spent, by day and month. */
  providerSpent: (provider: string) => `{trib:health:${provider}}:spent`,
  /** Requests for pages of a host that are in progress. `host` is its fingerprint. */
  pageRequests: (host: string) => `{trib:page-host:${host}}:requests`,
  /** Codes of the provider's failed calls, the newest first. */
  providerFailures: (provider: string) => `{trib:health:${provider}}:failures`,
  /** What came of the provider's calls in one hour; `hour` is its start: 2026-11-18T19. */
  providerHour: (provider: string, hour: string) => `{trib:health:${provider}}:hour:${hour}`,
  /** The last failed calls, the newest first. */
  providerErrors: (provider: string) => `{trib:health:${provider}}:errors`,

  /** BullMQ's prefix: its keys are `<prefix>:<queue name>:…`. */
  queuePrefix: (queue: string) => `{trib:queue:${queue}}`,
  /** The tag of all about the jobs for a call, by its cache key: one per search. */
  callTag: (call: string) => `{trib:calls:${/^\{trib:cache:([^}]+)\}/.exec(call)?.[1] ?? call}}`,
  /** Exists for a minute after calls of a search were queued by one of several web processes. */
  jobAsked: (tag: string) => `${tag}:asked`,
  /** The job that makes a call, by the key of the call. While it exists, equal calls wait for that job. */
  jobClaim: (tag: string, call: string) => `${tag}:claim:${call}`,
  /** Prefix of the reply channels of the web processes that wait for a job, by its id. */
  jobWaiters: (tag: string) => `${tag}:waiters:`,
  /** Prefix of the marks of jobs that nobody waits for any more, by their id. */
  jobAbandoned: (tag: string) => `${tag}:abandoned:`,
  replyChannel: (webProcess: string) => `trib:replies:${webProcess}`,
  /** Channel on which web processes tell of jobs that nobody waits for any more. */
  leftJobsChannel: 'trib:jobs-left',
  /** Which pages were stored when, and how many bytes they take. */
  keptPages: 'trib:pages-kept',
  /** A page that was read, sealed; by its address. */
  page: (fingerprint: string) => `trib:page:${fingerprint}`,
  /** A crawl: its record, and its parts, whose names scripts make from that of the record; see `lib/crawl/lua/crawl.lua`. */
  crawl: (id: string) => `{trib:crawl:${id}}`,
  crawlPages: (id: string) => `{trib:crawl:${id}}:pages`,
  crawlFrontier: (id: string) => `{trib:crawl:${id}}:frontier`,
  crawlSitemaps: (id: string) => `{trib:crawl:${id}}:sitemaps`,
  crawlLeft: (id: string) => `{trib:crawl:${id}}:left`,
  crawlSeen: (id: string) => `{trib:crawl:${id}}:seen`,
  crawlShapes: (id: string) => `{trib:crawl:${id}}:shapes`,
  crawlTexts: (id: string) => `{trib:crawl:${id}}:texts`,
  crawlHosts: (id: string) => `{trib:crawl:${id}}:hosts`,
  crawlTurns: (id: string) => `{trib:crawl:${id}}:turns`,
  crawlLeases: (id: string) => `{trib:crawl:${id}}:leases`,
  crawlTokens: (id: string) => `{trib:crawl:${id}}:tokens`,
  crawlResults: (id: string) => `{trib:crawl:${id}}:results`,
  crawlFetched: (id: string) => `{trib:crawl:${id}}:fetched`,
  crawlFailed: (id: string) => `{trib:crawl:${id}}:failed`,
  crawlSkipped: (id: string) => `{trib:crawl:${id}}:skipped`,
  /** When a host may be asked again, by a fingerprint of the host, and what its robots.txt says, by one of the origin. */
  crawlGate: (host: string) => `{trib:crawl-host:${host}}:gate`,
  crawlRobots: (origin: string) => `{trib:crawl-host:${origin}}:robots`,
  /** A reply kept for a few seconds, for a web process that was disconnected when it was published. */
  missedReply: (jobId: string, provider: string) => `trib:reply:${jobId}:${provider}`,
  /** Sorted sets of worker and web processes, scored by the time until which each counts as alive. */
  workers: 'trib:workers',
  webs: 'trib:webs',
  /** What a process of a list is doing. */
  processLoad: (list: string, process: string) => `${list}:${process}`,
  /** The readiness check writes this key to verify that Redis accepts writes. */
  writeCheck: 'trib:write-check',
  /** Channels on which they announce start and stop, so that nobody has to wait for the next look. */
  workersChannel: 'trib:workers-changed',
  websChannel: 'trib:webs-changed',
} as const;

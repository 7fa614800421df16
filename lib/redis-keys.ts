/**
 * Every name in Redis is made here.
 *
 * A Redis Cluster places a key by the part in braces, so what one script touches shares a tag: `{trib:accounts}` for
 * accounts, keys, limits and usage (the admission script reads and writes all four at once), one tag per provider for
 * its health record, one per search for its cached slices (they are read by one MGET), one per queue.
 */
const ACCOUNTS = '{trib:accounts}';

export const redisKeys = {
  /** Common beginning of everything about accounts; the admission script builds the account's own names from it. */
  accountsPrefix: `${ACCOUNTS}:`,
  users: `${ACCOUNTS}:users`,
  user: (username: string) => `${ACCOUNTS}:user:${username}`,
  userKeys: (username: string) => `${ACCOUNTS}:user-keys:${username}`,
  userUsage: (username: string, month: string) => `${ACCOUNTS}:user-usage:${username}:${month}`,
  apiKey: (prefix: string) => `${ACCOUNTS}:key:${prefix}`,
  keyUsage: (prefix: string, month: string) => `${ACCOUNTS}:key-usage:${prefix}:${month}`,
  /** A search that was counted, for as long as it may have to be taken back. */
  charge: (id: string) => `${ACCOUNTS}:charge:${id}`,
  rateLog: (prefix: string, limit: 'burst' | 'sustained') => `${ACCOUNTS}:rate:${prefix}:${limit}`,
  /** Of a person's searches on the search page. */
  userRateLog: (username: string, limit: 'burst' | 'sustained') => `${ACCOUNTS}:user-rate:${username}:${limit}`,
  /** `id` is the digest of what the cookie holds. */
  session: (id: string) => `${ACCOUNTS}:session:${id}`,
  /** A form that may be sent once, after it was; `id` tells it from every other. */
  sentForm: (sessionId: string, id: string) => `${ACCOUNTS}:sent-form:${sessionId}:${id}`,
  /** Failed sign-ins of an account or from an address. */
  signInFailures: (whose: string) => `${ACCOUNTS}:sign-in-failures:${whose}`,
  /** Digest of the token that opens the set-up page while there is no administrator. */
  setUpToken: `${ACCOUNTS}:set-up-token`,

  instanceSecret: 'trib:secret',

  providerHealth: (provider: string) => `{trib:health:${provider}}`,
  /** How long its successful calls took, by minute; written by the script that records its health. */
  providerLatency: (provider: string) => `{trib:health:${provider}}:latency`,
  /** `search` is the fingerprint of operation and input, the same for every provider of one search. */
  cacheSlice: (search: string, provider: string) => `{trib:cache:${search}}:${provider}`,

  /** BullMQ's prefix: its keys are `<prefix>:<queue name>:…`. */
  queuePrefix: (provider: string) => `{trib:queue:${provider}}`,
  replyChannel: (webProcess: string) => `trib:replies:${webProcess}`,
  /** A reply that nobody was there to hear, kept for a few seconds until its web process is back. */
  missedReply: (callId: string) => `trib:reply:${callId}`,
  /** Sorted set of worker processes by the time until which they vouch to be alive. */
  workers: 'trib:workers',
  /** Written by the readiness check, to see whether Redis can be written to. */
  writeCheck: 'trib:write-check',
  /** Told when a worker comes or goes, so that web processes need not wait for their next look. */
  workersChannel: 'trib:workers-changed',
} as const;

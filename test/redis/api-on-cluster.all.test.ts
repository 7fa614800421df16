import { runAgain } from '../harness/run-again.ts';

// Limits, accounts, cache, breakers, queue and replies: what is in Redis, in few tests.
runAgain('cluster', 'web-outcomes', 'limits', 'auth', 'cache-scope', 'stale', 'limit', 'web-extract');

import { runAgain } from '../harness/run-again.ts';

// Breakers, queue, replies, limits, usage, lists and pages. Accounts, keys and cached slices are in `cluster.all.test.ts`,
// which also watches that no script touches keys of two slots.
runAgain('cluster', 'web-outcomes', 'limits', 'limit', 'web-extract', 'budgets');

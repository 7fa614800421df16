import { runAgain } from '../harness/run-again.ts';

// Breakers, queue, replies, limits, usage, lists, pages, and the audit log of changes to keys. Accounts, keys and cached slices are in `cluster.system.test.ts`,
// which also watches that no script touches keys of two slots.
runAgain('cluster', 'web-outcomes', 'limits', 'limit', 'web-extract', 'budgets', 'admin/keys');

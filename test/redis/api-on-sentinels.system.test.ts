import { runAgain } from '../harness/run-again.ts';

// Behind Sentinels, commands are the same as for one server, and only connections differ: one file uses all of them.
runAgain('sentinels', 'web-outcomes', 'budgets');

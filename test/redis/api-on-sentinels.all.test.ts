import { runAgain } from '../harness/run-again.ts';

// Behind Sentinels, commands are the same as for one server, and only connections differ.
runAgain('sentinels', 'web-outcomes', 'limits', 'auth', 'cache-scope');

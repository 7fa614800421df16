// `npm run test:node24`: tests of functions, and one deployment of real processes, on Node 24. Everything else runs on the
// Node that runs npm.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { node24 } from './node.js';

/** Functions, what runs in threads and in native code, and a deployment. */
const TESTS = [
  ...['engines', 'keys', 'limits', 'lookups', 'net', 'providers', 'search'].map((name) => `test/lib/${name}/`),
  ...['config', 'seal', 'redis', 'accounts/password-hash'].map((name) => `test/lib/${name}`),
  'test/workers/pages/page-threads',
  'test/start.smoke.test.ts',
];

// Whatever a test starts as `node` is this one, too.
const env = { ...process.env, PATH: `${path.dirname(node24)}${path.delimiter}${process.env.PATH ?? ''}` };
const args = ['node_modules/vitest/vitest.mjs', 'run', ...TESTS, ...process.argv.slice(2)];
process.exit(spawnSync(node24, args, { stdio: 'inherit', env }).status ?? 1);

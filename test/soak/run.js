// `npm run soak -- --minutes 30 --every 120`: failovers of Redis, one every so many seconds, with searches and changes of
// accounts that go on meanwhile. Exits with 1 if a change that was acknowledged is lost, or an answer was dishonest.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, every: { type: 'string', default: '120' } },
});
const { status } = spawnSync('npx', ['vitest', 'run', '--config', 'test/soak/vitest.config.ts'], {
  stdio: 'inherit',
  env: { ...process.env, SOAK_MINUTES: values.minutes, SOAK_EVERY_S: values.every },
});
process.exit(status ?? 1);

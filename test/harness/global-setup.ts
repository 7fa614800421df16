import { existsSync } from 'node:fs';
import { ensureRedis } from '../../bin/redis.js';

/** Tests run the built product: `npm test` builds first, and setup has put a Redis in place. */
export function setup(): void {
  if (!existsSync('dist/api/server.js')) throw new Error('dist/ is missing: run npm test, or npm run build first.');
  ensureRedis((line) => process.stderr.write(`${line}\n`));
}

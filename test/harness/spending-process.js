import process from 'node:process';
import { readConfig } from '../../dist/lib/config/config.js';
import { Deadline } from '../../dist/lib/deadline.js';
import { SharedPermits } from '../../dist/lib/limits/shared-permits.js';
import { connectForWaiting } from '../../dist/lib/redis/redis.js';
import { redisKeys } from '../../dist/lib/redis/redis-keys.js';

/**
 * A process that takes units of a budget, all at once, when it is told to, and says what became of them: `REDIS_URL`,
 * `MONTH` (the budget) and `TAKES`. The clock of the test stands still.
 */
const { REDIS_URL, MONTH, TAKES, NOW } = process.env;
const redis = connectForWaiting(readConfig({ REDIS_URL }).redis, 'test-spending');
const errors = { report: (error) => process.send({ error: String(error) }), unlessAway: () => () => {} };
const budget = { day: null, month: Number(MONTH), price: null, currency: 'EUR' };
let last = 0;
const purse = {
  budget,
  spentKey: redisKeys.providerSpent('brave'),
  now: () => Number(NOW),
  onSpent: ({ month }, units) => {
    if (month === budget.month && units > 0) last += 1;
  },
  onGivenBack() {},
};
const permits = new SharedPermits(
  redis,
  { callsKey: redisKeys.providerCalls('brave'), maxConcurrent: null, purse },
  errors,
);

process.once('message', async () => {
  const takes = Array.from({ length: Number(TAKES) }, () => permits.take(Deadline.in(60_000), 1));
  const leases = await Promise.all(takes);
  process.send({ taken: leases.filter((lease) => typeof lease === 'object').length, last }, () => {
    redis.disconnect();
    process.disconnect();
  });
});
await redis.ping();
process.send('ready');

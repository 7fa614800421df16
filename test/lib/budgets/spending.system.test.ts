import { Redis } from 'ioredis';
import { afterAll } from 'vitest';
import { freshDatabase } from '../../harness/redis.ts';
import { testSpendingInProcesses } from '../../harness/spending.ts';

const url = await freshDatabase();
const redis = new Redis(url);
afterAll(() => redis.disconnect());

testSpendingInProcesses(redis, url);

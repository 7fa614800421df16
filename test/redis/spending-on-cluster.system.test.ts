import { afterAll } from 'vitest';
import { readConfig } from '../../lib/config/config.ts';
import { connectForWaiting } from '../../lib/redis/redis.ts';
import { freshDatabase, useManyServers } from '../harness/redis.ts';
import { testSpendingAgainstModel, testSpendingInProcesses } from '../harness/spending.ts';

useManyServers('cluster');
const url = await freshDatabase();
const redis = connectForWaiting(readConfig({ REDIS_URL: url }).redis, 'test');
afterAll(() => redis.disconnect());

testSpendingInProcesses(redis, url);
testSpendingAgainstModel(redis);

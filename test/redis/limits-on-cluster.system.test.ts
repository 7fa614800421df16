import { testLimitsAgainstModel } from '../harness/limits-property.ts';
import { useManyServers } from '../harness/redis.ts';

useManyServers('cluster');
testLimitsAgainstModel();

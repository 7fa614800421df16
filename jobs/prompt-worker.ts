import { Worker } from 'bullmq';
import { MAX_BLOCK_S } from '../lib/redis/redis.ts';
import type { Job } from './job.ts';

/**
 * BullMQ's worker, which never blocks its connection for longer than `MAX_BLOCK_S`. It would block for ten seconds at a
 * queue with jobs that are due later, and notice as late that the connection is dead.
 */
export class PromptWorker<Data = Job> extends Worker<Data> {
  override get maximumBlockTimeout(): number {
    return MAX_BLOCK_S;
  }
}

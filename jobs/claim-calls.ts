import type { HeldCall } from './awaited-jobs.ts';
import { neededMs, notInJob } from './in-flight-call.ts';
import type { JobHolder, JobSender } from './job-queue.ts';
import type { Question } from './joint-start.ts';
import { failedReply } from './reply.ts';

/** Who makes the calls of a question. */
interface Claimed {
  shared: boolean;
  keys: readonly string[];
  calls: readonly HeldCall[];
}

interface ClaimedJob {
  id: string;
  questions: readonly Question[];
  /** A job that held the calls until it was lost. */
  lostJob: string | undefined;
}

/**
 * Claims the calls of a job, question by question. If one claim fails, the job is not added. Calls that come after others
 * are not claimed: they stay if the job makes those, and no other process may wait for it.
 */
export async function claimCalls(sender: JobSender, { id, questions, lostJob }: ClaimedJob): Promise<Claimed[]> {
  const claims = questions.map(async ({ request, calls: all }) => {
    const calls = all.filter(({ target }) => !target.after);
    const forMs = request.deadline.leftMs();
    const needMs = Math.max(...calls.map(({ target }) => neededMs(request, target.provider)));
    const keys = calls.map(({ target }) => target.key);
    const { shared, holders } =
      keys.length > 0
        ? await sender.claim({ id, calls: keys, forMs, needMs, lostJob })
        : { shared: false, holders: [] };
    const made = new Set(shared ? [] : keys.filter((_, at) => holders[at]?.jobId === id));
    const later = all.flatMap((call): HeldCall[] => {
      const { key, after } = call.target;
      if (!after) return [];
      if (after.calls.every((before) => made.has(before))) {
        made.add(key);
        return [{ call, jobId: id, endsInMs: forMs }];
      }
      call.settle(failedReply(key, notInJob));
      return [];
    });
    return { shared, keys, calls: [...calls.map((call, at) => ({ call, ...(holders[at] as JobHolder) })), ...later] };
  });
  if (claims.length === 1) return Promise.all(claims);
  const settled = await Promise.allSettled(claims);
  const claimed = settled.flatMap((claim) => (claim.status === 'fulfilled' ? [claim.value] : []));
  const failed = settled.find((claim) => claim.status === 'rejected');
  if (!failed) return claimed;
  for (const { shared, keys } of claimed) if (shared) sender.disappoint(id, keys);
  throw failed.reason;
}

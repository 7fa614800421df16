import type { HeldCall } from './awaited-jobs.ts';
import { neededMs } from './in-flight-call.ts';
import type { JobHolder, JobSender } from './job-queue.ts';
import type { Question } from './joint-start.ts';

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

/** Claims the calls of a job, question by question. If one claim fails, the job is not added. */
export async function claimCalls(sender: JobSender, { id, questions, lostJob }: ClaimedJob): Promise<Claimed[]> {
  const claims = questions.map(async ({ request, calls }) => {
    const forMs = request.deadline.leftMs();
    const needMs = Math.max(...calls.map(({ target }) => neededMs(request, target.provider)));
    const keys = calls.map(({ target }) => target.key);
    const { shared, holders } = await sender.claim({ id, calls: keys, forMs, needMs, lostJob });
    return { shared, keys, calls: calls.map((call, at) => ({ call, ...(holders[at] as JobHolder) })) };
  });
  if (claims.length === 1) return Promise.all(claims);
  const settled = await Promise.allSettled(claims);
  const claimed = settled.flatMap((claim) => (claim.status === 'fulfilled' ? [claim.value] : []));
  const failed = settled.find((claim) => claim.status === 'rejected');
  if (!failed) return claimed;
  for (const { shared, keys } of claimed) if (shared) sender.disappoint(id, keys);
  throw failed.reason;
}

import type { InstantAnswer, LookUp } from '../../lib/answers/answer.ts';
import { instantQuery, ProviderAway } from '../../lib/answers/answer.ts';
import { answerInThread } from '../../lib/answers/in-thread.ts';
import { answerInstantly } from '../../lib/answers/instant.ts';
import { SCORER_AGENT } from './judges.ts';

const nobody: LookUp = async () => {
  throw new ProviderAway('no provider in this test');
};

/** Answers a query in this process, with pictures: thread work runs here, and `lookUp` stands for the providers. */
export async function answerHere(
  q: string,
  {
    tz = 'UTC',
    lang = '',
    now = Date.now(),
    ip = '127.0.0.1',
    userAgent = SCORER_AGENT,
    lookUp = nobody,
    pictures = true,
  } = {},
): Promise<InstantAnswer | null> {
  const asked = instantQuery({
    q: q.trim().normalize('NFC'),
    lang,
    tz,
    now,
    ip,
    userAgent,
    ...(pictures && { pictures }),
  });
  const result = await answerInstantly(asked, { inThread: answerInThread, lookUp });
  return result?.answer ?? null;
}

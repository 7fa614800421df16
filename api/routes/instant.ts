import { z } from 'zod';
import type { AnswerKind, InstantAnswer } from '../../lib/answers/answer.ts';
import { answerKinds } from '../../lib/answers/registry.ts';
import { type NamedAnswer, serverTiming } from '../ask.ts';
import { defineEndpoint } from '../endpoint.ts';
import { instantAnswer } from '../instant.ts';
import { langParam, qParam, timeZoneParam } from '../params.ts';

/** One shape per kind of answer. */
const shapes = answerKinds.map(({ type, data }) =>
  z.object({
    type: z.literal(type),
    query: z.string(),
    answer: z.string().describe('One line that a person reads.'),
    data,
  }),
) as unknown as [z.ZodObject, ...z.ZodObject[]];

/** Instant answers: worked out here, or null. */
export const instant = defineEndpoint({
  name: 'instant',
  path: '/api/v1/instant/',
  counts: true,
  withoutRedis: true,
  summary: 'Instant answers',
  description:
    'Answers queries such as `2+2`, `10 km in miles`, `weather in Paris` or `sha256 of x` at once. ' +
    '`null` when the query is not one that is answered inline.',
  query: z.object({ q: qParam, lang: langParam, tz: timeZoneParam }),
  reply: z.union(shapes).nullable() as unknown as z.ZodType<InstantAnswer | null>,
  example: {
    type: 'math',
    query: '2+2',
    answer: '2 + 2 = 4',
    data: { expression: '2 + 2', value: '4', approximate: false },
  },
  async handle({ params, caller, request, reply, services, requestId, signal }) {
    const userAgent = request.headers['user-agent'] ?? '';
    const { q, lang = '' } = params;
    const hot = services.hotAnswers.get(q, lang);
    if (hot) return hot;
    const asker = { services, requestId, signal, id: caller.prefix, ip: request.ip, userAgent };
    const heard: NamedAnswer[] = [];
    try {
      const result = await instantAnswer(params, asker, heard);
      if (result && isPersonal(result.kind)) reply.header('cache-control', 'no-store');
      if (result?.kind.lasting) return services.hotAnswers.keep(q, lang, result.answer);
      return result?.answer ?? null;
    } finally {
      if (heard.length > 0) reply.header('server-timing', serverTiming(heard));
    }
  },
});

function isPersonal(kind: AnswerKind): boolean {
  return kind.runs === 'inline' && kind.personal === true;
}

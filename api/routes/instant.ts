import { z } from 'zod';
import { type AnswerKind, type InstantAnswer, type LookUp, ProviderAway } from '../../lib/answers/answer.ts';
import { answerInstantly, askedFor } from '../../lib/answers/instant.ts';
import { answerKinds } from '../../lib/answers/registry.ts';
import { unavailable } from '../../lib/errors.ts';
import { askAll, type NamedAnswer, serverTiming } from '../ask.ts';
import { defineEndpoint, type RequestContext } from '../endpoint.ts';
import { langParam, qParam, timeZoneParam } from '../params.ts';
import { asking } from '../search.ts';

const instantParams = z.object({ q: qParam, lang: langParam, tz: timeZoneParam });
type InstantParams = z.infer<typeof instantParams>;

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
  query: instantParams,
  reply: z.union(shapes).nullable() as unknown as z.ZodType<InstantAnswer | null>,
  example: {
    type: 'math',
    query: '2+2',
    answer: '2 + 2 = 4',
    data: { expression: '2 + 2', value: '4', approximate: false },
  },
  async handle(context) {
    const { params, services, caller, request, reply } = context;
    const asked = askedFor({
      q: params.q,
      lang: params.lang ?? '',
      tz: params.tz ?? 'UTC',
      now: services.config.testNow ?? Date.now(),
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
    });
    const heard: NamedAnswer[] = [];
    try {
      const result = await answerInstantly(asked, {
        inThread: (types, what) => services.instantPool.answer(caller.prefix, types, what),
        lookUp: lookUpFor(context, heard),
      });
      if (result && isPersonal(result.kind)) reply.header('cache-control', 'no-store');
      return result?.answer ?? null;
    } catch (error) {
      if (error instanceof ProviderAway) throw unavailable(error.message, 5);
      throw error;
    } finally {
      if (heard.length > 0) reply.header('server-timing', serverTiming(heard));
    }
  },
});

function isPersonal(kind: AnswerKind): boolean {
  return kind.runs === 'inline' && kind.personal === true;
}

/** Asks the service that can do this; what became of it goes into `Server-Timing`. */
function lookUpFor(context: RequestContext<InstantParams>, heard: NamedAnswer[]): LookUp {
  const time = asking(context);
  return async (operation, input) => {
    const [provider] = context.services.roster.serving(operation);
    if (!provider) throw new ProviderAway('This answer needs a provider that is not configured on this deployment.');
    const [answer] = await askAll(operation, input, [provider], time);
    if (answer) heard.push({ name: provider.adapter.slug, answer });
    if (answer?.ok) return answer.value;
    throw new ProviderAway(`${provider.adapter.name} did not answer.`);
  };
}

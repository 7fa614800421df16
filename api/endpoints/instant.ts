import { z } from 'zod';
import type { InstantAnswer } from '../../lib/answers/answer.ts';
import { kindExamples } from '../../lib/answers/examples.ts';
import type { ProviderOutcome } from '../../lib/outcome.ts';
import { tellTiming, timingOf } from '../ask/timing.ts';
import { inOrder } from '../cache/reply-cache.ts';
import { defineEndpoint } from '../contract/endpoint.ts';
import { detailParam, langParam, qParam, timeZoneParam } from '../contract/params.ts';
import { loadedKinds } from '../instant/answers.ts';
import { instantAnswer } from '../instant/instant-answer.ts';

const picturesParam = detailParam.describe('`full` adds the pictures of QR codes and colours.');

/** The schema of an answer. Its data are of one kind or another, each with a schema that has a name in the document. */
function anyAnswer(): z.ZodType<InstantAnswer | null> {
  const types = loadedKinds().map(({ type }) => type);
  const shapes = loadedKinds().flatMap(({ type, data, example }) =>
    optionsOf(data).map((shape) => {
      const kinds = kindsOf(shape);
      const id = `${capitalised((kinds.length === 1 ? kinds[0] : type) as string)}Data`;
      const queries = kinds.map((kind) => `\`${kindExamples().get(kind) ?? example}\``);
      return { kinds, id, shape: shape.meta({ id, description: `Of type \`${type}\`: ${queries.join(', ')}.` }) };
    }),
  );
  const mapping = Object.fromEntries(
    shapes.flatMap(({ kinds, id }) => kinds.map((kind) => [kind, `#/components/schemas/${id}`])),
  );
  const data = z.discriminatedUnion('kind', shapes.map(({ shape }) => shape) as [z.ZodObject, ...z.ZodObject[]]);
  return z
    .object({
      type: z.enum(types),
      query: z.string(),
      answer: z.string().describe('The answer as one line of text, for people.'),
      data: data.meta({
        description: 'The answer for programs; its fields depend on `kind`.',
        discriminator: { propertyName: 'kind', mapping },
      }),
    })
    .nullable();
}

/** The objects that a schema describes. */
const optionsOf = (data: z.ZodType) => (data instanceof z.ZodUnion ? data.options : [data]) as z.ZodObject[];
/** The names of the kinds of an object. */
const kindsOf = ({ shape }: z.ZodObject): string[] =>
  [...(shape.kind as z.ZodLiteral<string> | z.ZodEnum)._zod.values] as string[];
/** `http_status` → `HttpStatus` */
const capitalised = (name: string) => name.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());

/** Instant answers, without a search. */
export const instant = defineEndpoint({
  name: 'instant',
  path: '/api/v1/instant/',
  searches: () => 1,
  withoutRedis: true,
  summary: 'Instant answers',
  description:
    'Answers queries such as `2+2`, `10 km in miles`, `weather in Paris` or `sha256 of x` directly. ' +
    'Returns `null` when the query has no instant answer, and a 503 with `Retry-After` when the time ran out before ' +
    'this was known. ' +
    'Programs read `data.value`, the result as text. If it is a number, `data.number` has it too; a result with ' +
    'several parts has them in `data.values`. `data.kind` determines the other fields. Optional fields are ' +
    'absent when they do not apply.',
  query: z.object({ q: qParam.meta({ example: '2+2' }), lang: langParam, tz: timeZoneParam, detail: picturesParam }),
  reply: z.lazy(anyAnswer),
  example: {
    type: 'math',
    query: '2+2',
    answer: '2 + 2 = 4',
    data: { kind: 'math', asked: 'math', expression: '2 + 2', approximate: false, value: '4', number: 4 },
  },
  async handle({ params, request, reply, services, ...requester }) {
    const cacheKey = [services.cacheScope(requester.account), inOrder(params)];
    const cached = services.instantCache.get(cacheKey);
    if (cached) return cached;

    const userAgent = request.headers['user-agent'] ?? '';
    const instantRequester = { ...requester, ip: request.ip, userAgent };
    const providerOutcomes: ProviderOutcome[] = [];
    try {
      const pictures = params.detail === 'full';
      const result = await instantAnswer({ ...params, pictures }, services, instantRequester, providerOutcomes);
      if (result?.kind.personal) reply.header('cache-control', 'no-store');
      if (result?.kind.lasting) return services.instantCache.set(cacheKey, result.answer);
      return result?.answer ?? null;
    } finally {
      tellTiming(reply, timingOf(providerOutcomes));
    }
  },
});

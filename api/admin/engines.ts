import { z } from 'zod';
import { failureCodes } from '../../lib/outcome.ts';
import type { Pause } from '../../lib/providers/pause.ts';
import { pauseFields, pauseProvider, providerNamed, resumeProvider } from '../../lib/providers/pause-by-hand.ts';
import type { ListedProvider } from '../../lib/providers/status.ts';
import { testEngine } from '../ask/engine-test.ts';
import { throttled } from '../plugins/limit-refusals.ts';
import { defineOperation } from './operation.ts';

const slugParam = z.object({
  slug: z
    .string()
    .describe('The slug of an engine or service, as in the list of engines.')
    .meta({ example: 'engine_a' }),
});

const enginePause = z
  .object({
    slug: z.string().meta({ example: 'engine_a' }),
    name: z.string(),
    paused: z.boolean(),
    reason: z.string().describe("The administrator's own words, or empty."),
    until: z.string().describe('When the pause ends, ISO 8601. Empty if it does not end by itself, or is none.'),
  })
  .meta({ id: 'EnginePause' });

const engineTest = z
  .object({
    slug: z.string().meta({ example: 'engine_a' }),
    name: z.string(),
    outcome: z.enum(['ok', ...failureCodes]),
    ms: z.int().describe('Milliseconds until the answer, with the wait in the queue.'),
    results: z.int().nullable().describe('The number of results; null if it failed, or if its answers are no lists.'),
    error: z.string().describe('What went wrong, or empty.'),
  })
  .meta({ id: 'EngineTest' });

const EXAMPLE = { slug: 'engine_a', name: 'Brave' };

function shown({ slug, name }: ListedProvider, pause: Pause | null): z.infer<typeof enginePause> {
  const until = pause && pause.until > 0 ? new Date(pause.until).toISOString() : '';
  return { slug, name, paused: pause !== null, reason: pause?.reason ?? '', until };
}

/** What administrators do about an engine. */
export const engineOperations = [
  defineOperation({
    name: 'engine_pause',
    method: 'POST',
    path: '/api/v1/admin/engines/:slug/pause/',
    summary: 'Pause an engine',
    description:
      'No process calls the engine or service until the pause ends; searches have the outcome `suspended` for it. ' +
      'A further pause replaces the first. For administrators.',
    params: slugParam,
    body: pauseFields,
    reply: enginePause,
    example: { ...EXAMPLE, paused: true, reason: 'Its answers have no dates.', until: '2026-11-16T10:00:00.000Z' },
    async handle({ params, body, actor, redis, services }) {
      const listed = providerNamed(services.providers.roster, params.slug);
      return { body: shown(listed, await pauseProvider(redis, actor, listed, body, services.health.clock.now())) };
    },
  }),
  defineOperation({
    name: 'engine_resume',
    method: 'POST',
    path: '/api/v1/admin/engines/:slug/resume/',
    summary: 'Resume an engine',
    description: 'Ends the pause of an engine or service. If it is not paused, nothing changes. For administrators.',
    params: slugParam,
    reply: enginePause,
    example: { ...EXAMPLE, paused: false, reason: '', until: '' },
    async handle({ params, actor, redis, services }) {
      const listed = providerNamed(services.providers.roster, params.slug);
      await resumeProvider(redis, actor, listed);
      return { body: shown(listed, null) };
    },
  }),
  defineOperation({
    name: 'engine_test',
    method: 'POST',
    path: '/api/v1/admin/engines/:slug/test/',
    summary: 'Test an engine',
    description:
      'Has a worker call the engine or service with a fixed question, although it is paused or its breaker is open. ' +
      'Takes units of its budget. At most 20 tests a minute. For administrators.',
    params: slugParam,
    reply: engineTest,
    example: { ...EXAMPLE, outcome: 'ok' as const, ms: 412, results: 20, error: '' },
    async handle({ params, actor, services, requester }) {
      const listed = providerNamed(services.providers.roster, params.slug);
      const { failure, ms, results } = await testEngine(services, actor, listed, requester, (waitS) =>
        throttled(waitS, 'burst'),
      );
      const { slug, name } = listed;
      return {
        body: { slug, name, outcome: failure?.code ?? ('ok' as const), ms, results, error: failure?.reason ?? '' },
      };
    },
  }),
];

import { z } from 'zod';
import { pauseFields, pauseProvider, resumeProvider } from '../../../lib/providers/pause-by-hand.ts';
import { type EngineTest, testEngine } from '../../ask/engine-test.ts';
import { engineIn, enginePage } from '../engines/engine-page.tsx';
import { ENGINES, enginePath } from '../engines/engine-paths.ts';
import { tooManyTests } from '../engines/too-many-tests.ts';
import { fieldProblems } from '../field-problems.ts';
import { actorIn } from '../keys/acting.ts';
import { noticeOf } from '../notices.ts';
import { durationText } from '../number-text.ts';
import type { Notice } from '../page.tsx';
import { definePage, fieldText, type PageContext, Redirect } from '../page-route.ts';
import { languageOf, textsFor } from '../texts/language.ts';

const PATH = `${ENGINES}/:slug`;

const showEngine = definePage({
  method: 'GET',
  path: PATH,
  for: 'administrator',
  input: z.object({ done: fieldText }),
  async handle(context) {
    const { done } = textsFor(context.request).engine;
    return enginePage(context, await engineIn(context), { notice: noticeOf(done, context.input.done) });
  },
});

const pause = definePage({
  method: 'POST',
  path: `${PATH}/pause`,
  for: 'administrator',
  // `pauseFields` has the limits, so that what was typed stays in the form.
  input: z.strictObject({ csrf: z.string(), reason: z.string(), for: z.string() }),
  async handle(context) {
    const { records, health } = context.services;
    const listed = await engineIn(context);
    const { csrf: _, ...typed } = context.input;
    const fields = pauseFields.safeParse(typed);
    if (!fields.success) {
      context.reply.code(400);
      return enginePage(context, listed, { typed, problems: fieldProblems(fields.error) });
    }
    await pauseProvider(records, await actorIn(context), listed, fields.data, health.clock.now());
    return new Redirect(`${enginePath(listed.slug)}?done=paused`);
  },
});

const resume = definePage({
  method: 'POST',
  path: `${PATH}/resume`,
  for: 'administrator',
  input: z.strictObject({ csrf: z.string() }),
  async handle(context) {
    const listed = await engineIn(context);
    await resumeProvider(context.services.records, await actorIn(context), listed);
    return new Redirect(`${enginePath(listed.slug)}?done=resumed`);
  },
});

const test = definePage({
  method: 'POST',
  path: `${PATH}/test`,
  for: 'administrator',
  input: z.strictObject({ csrf: z.string() }),
  async handle(context) {
    const listed = await engineIn(context);
    const result = await testEngine(context.services, await actorIn(context), listed, context, tooManyTests);
    return enginePage(context, listed, { notice: testNotice(context, result) });
  },
});

function testNotice({ request }: PageContext<unknown>, { failure, ms, results }: EngineTest): Notice {
  const { engine: texts, engineList: engines } = textsFor(request);
  const time = durationText(ms, languageOf(request));
  if (failure) return { kind: 'problem', text: texts.testFailed(time, engines.reasons[failure.code]) };
  return { kind: 'done', text: results === null ? texts.testOk(time) : texts.testResults(time, results) };
}

export const enginePages = [showEngine, pause, resume, test];

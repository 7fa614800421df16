import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ApiError, badRequest } from '../../lib/errors.ts';
import { searchIn } from '../../lib/limits/cost.ts';
import { admitTyping, typedSearch } from '../../lib/limits/typing-admission.ts';
import type { ProviderOutcome } from '../../lib/outcome.ts';
import { noteProviders } from '../ask/timing.ts';
import { offeredLanguages, translateParams, translateText, translationBytes } from '../lookups/translation.ts';
import { toApiError } from '../plugins/errors.ts';
import { requesterOf } from '../plugins/request-context.ts';
import type { Services } from '../services.ts';
import { fieldProblems, problemLines } from './field-problems.ts';
import { requireFormToken, requireOwnOrigin } from './guard.ts';
import { setPageHeaders } from './headers.ts';
import { languageName } from './language-names.ts';
import { limitSearch } from './limit-search.ts';
import { languageOf } from './texts/language.ts';
import { readVisitor } from './visitor.ts';

const formSchema = z.record(z.string(), z.unknown());

/** Translates what a signed-in person types into the form of the translation tab. */
export function translateJson(app: FastifyInstance, services: Services): void {
  const { redis, metrics, config } = services;
  app.post('/translate.json', {
    schema: { hide: true },
    bodyLimit: translationBytes(config),
    errorHandler: (error: Error, request, reply) => {
      const { status, body, headers } = toApiError(error, request);
      return reply
        .code(status)
        .headers(headers)
        .send({ problems: problemLines(body) });
    },
    // Before the body is read, so that only those who may send a form can make the server read one.
    async onRequest(request, reply) {
      await readVisitor(request, reply, redis, 'or by link');
      setPageHeaders(reply);
      if (!request.session) throw new ApiError(401, 'Sign in to translate.');
      requireOwnOrigin(request);
    },
    async handler(request, reply) {
      requireFormToken(request);
      const { session } = request;
      if (!session) throw new Error('This route needs a session.');
      const { csrf: _, ...fields } = formSchema.catch({}).parse(request.body);
      const params = translateParams.safeParse(fields);
      if (!params.success) throw badRequest(fieldProblems(params.error));
      const waitS = await admitTyping(redis, session.username);
      if (waitS > 0) {
        metrics.countRefusal('rate');
        throw new ApiError(429, 'Too many translations at once.', { 'retry-after': String(waitS) });
      }
      const requester = requesterOf(request, reply, session.username);
      const outcomes: ProviderOutcome[] = [];
      const translation = await typedSearch(
        redis,
        session.username,
        async () => void (await limitSearch(services, session, searchIn('translate'), { request, reply })),
        () => translateText(params.data, services, requester, outcomes).finally(() => noteProviders(request, outcomes)),
      );
      const detected = translation.detected_lang;
      const languages = await offeredLanguages(services, requester);
      const name = detected === '' ? '' : languageName(detected, languages, languageOf(request));
      return { text: translation.translated_text, target: translation.target, detected, detected_name: name };
    },
  });
}

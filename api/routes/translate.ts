import { z } from 'zod';
import { badRequest } from '../../lib/errors.ts';
import { backendCode, canonicalCode } from '../../lib/translate/language-codes.ts';
import type { Language } from '../../lib/translate/translation.ts';
import { askAll, serverTiming } from '../ask.ts';
import { defineEndpoint } from '../endpoint.ts';
import { evenWithBadOnes } from '../params.ts';
import { asking } from '../search.ts';
import { answered, languagesOf, translator } from '../translation.ts';

const REQUIRED = 'This field is required.';
const ONCE = 'Give this parameter once.';
const TEXT = 'Give a text.';
const LANGUAGE = 'Use a language code; /api/v1/translate/languages/ lists those there are.';

/** In a URL or a form a second value makes a list; in JSON anything may come. */
const given = () => z.string({ error: ({ input }) => (Array.isArray(input) ? ONCE : TEXT) });
const text = given()
  .transform((value) => value.toWellFormed())
  .optional();
const language = given()
  .transform((value) => value.trim())
  .refine((value) => value === '' || /^[a-z]{2,8}([-_][a-z0-9]{1,8}){0,3}$/i.test(value), LANGUAGE)
  .optional();

const translateParams = z
  .object({
    q: text.meta({ description: 'The text.', example: 'Good morning!' }),
    text: text.meta({ description: 'The same as `q`, under another name.' }),
    target: language.meta({ description: 'Language to translate to. Required.', example: 'de' }),
    source: language.meta({ description: 'Language of the text, or `auto`.', 'x-default': 'auto' }),
  })
  .superRefine(({ q, text: alias, target, source = 'auto' }, context) => {
    const problem = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (q !== undefined && alias !== undefined) problem('q', 'Give q or text, not both.');
    else if (isBlank(alias === undefined ? q : alias)) problem(alias === undefined ? 'q' : 'text', REQUIRED);
    if (isBlank(target)) problem('target', REQUIRED);
    else if (String(target).toLowerCase() === String(source).toLowerCase()) {
      problem('target', 'Give another language than source.');
    }
  }, evenWithBadOnes);

function isBlank(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}

/** Translation through the backend that this deployment is connected to. */
export const translate = defineEndpoint({
  name: 'translate',
  path: '/api/v1/translate/',
  counts: true,
  takesBody: true,
  summary: 'Translate',
  description:
    'Translates a text. Send long ones by POST, as a form or as JSON: it keeps them out of addresses and logs.',
  query: translateParams,
  reply: z.object({
    source: z.string().describe('Language code used; `auto` when detection was asked for.'),
    target: z.string(),
    translated_text: z.string(),
    detected_lang: z.string().describe('Filled only when `source` was `auto`.'),
  }),
  example: { source: 'auto', target: 'de', translated_text: 'Guten Morgen!', detected_lang: 'en' },
  async handle(context) {
    const { params, services, reply } = context;
    const { translateMaxChars, translateDeadlineMs } = services.config;
    const provider = translator(services);
    const field = params.text === undefined ? 'q' : 'text';
    const content = params.q ?? params.text ?? '';
    if ([...content].length > translateMaxChars) {
      throw badRequest({ [field]: [`Ensure this field has no more than ${translateMaxChars} characters.`] });
    }
    const time = asking(context, translateDeadlineMs);
    const detect = !params.source || params.source.toLowerCase() === 'auto';
    const languages = await languagesOf(provider, time);
    const { source, target } = resolve(detect ? '' : (params.source ?? ''), params.target ?? '', languages);

    const [answer] = await askAll('translate', { text: content, source, target }, [provider], time);
    if (answer) reply.header('server-timing', serverTiming([{ name: provider.adapter.slug, answer }]));
    if (answer && 'failure' in answer && answer.failure.code === 'rejected') {
      throw badRequest({ target: ['The translation backend does not take this text and these languages together.'] });
    }
    const translation = answered(answer);
    return {
      source: detect ? 'auto' : canonicalCode(source),
      target: canonicalCode(target),
      translated_text: translation.text,
      detected_lang: detect ? translation.detected : '',
    };
  },
});

/** Both languages in the backend's own codes; a 400 that names whichever it does not have. */
function resolve(source: string, target: string, languages: readonly Language[]): { source: string; target: string } {
  const to = backendCode(target, languages, 'target');
  const from = source === '' ? '' : backendCode(source, languages, 'source');
  const problems: Record<string, string[]> = {};
  if (to === null) problems.target = [`Unknown language "${target}". ${LANGUAGE}`];
  if (from === null) problems.source = [`Unknown language "${source}". ${LANGUAGE}`];
  if (to === null || from === null) throw badRequest(problems);
  if (to === from) throw badRequest({ target: ['Give another language than source.'] });
  return { source: from, target: to };
}

import { z } from 'zod';
import type { Config } from '../../lib/config/config.ts';
import { ApiError, badRequest, unavailable } from '../../lib/errors.ts';
import { failureOf, type Outcome, type ProviderOutcome } from '../../lib/outcome.ts';
import type { Provider } from '../../lib/providers/provider.ts';
import { backendCode, canonicalCode } from '../../lib/translate/language-codes.ts';
import type { Language } from '../../lib/translate/translation.ts';
import type { CallContext, Requester } from '../ask/call-context.ts';
import type { ProviderClient } from '../ask/provider-client.ts';
import { reportTogether } from '../contract/params.ts';

const UNAVAILABLE = 'Translation is unavailable or not configured on this deployment.';
const DEFAULT_RETRY_AFTER_S = 5;

const REQUIRED = 'This field is required.';
const ONCE = 'Give this parameter once.';
const TEXT = 'Give a text.';
const DIFFERENT = '`target` must differ from `source`.';
const LANGUAGE = 'Use a language code; /api/v1/translate/languages/ lists those there are.';

/** A parameter repeated in a URL or form arrives as an array; a JSON body may hold any type. */
const given = () =>
  z.string({
    error({ input }) {
      if (input === undefined) return REQUIRED;
      return Array.isArray(input) ? ONCE : TEXT;
    },
  });
const text = given()
  .transform((value) => value.toWellFormed())
  .optional();
const language = given()
  .transform((value) => value.trim())
  .refine((value) => value === '' || /^[a-z]{2,8}([-_][a-z0-9]{1,8}){0,3}$/i.test(value), LANGUAGE);

export const translateParams = z
  .object({
    q: text.meta({ description: 'The text to translate.', example: 'Good morning!' }),
    text: text.meta({ description: 'Alias of `q`.' }),
    target: language.refine((value) => value !== '', REQUIRED).meta({ description: 'Target language.', example: 'de' }),
    source: language
      .optional()
      .meta({ description: 'Language of the text, or `auto` to detect it.', 'x-default': 'auto' }),
  })
  .superRefine(({ q, text: alias, target, source = 'auto' }, context) => {
    const problem = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (q !== undefined && alias !== undefined) problem('q', 'Give q or text, not both.');
    else if (isBlank(alias === undefined ? q : alias)) problem(alias === undefined ? 'q' : 'text', REQUIRED);
    if (!isBlank(target) && String(target).toLowerCase() === String(source).toLowerCase()) {
      problem('target', DIFFERENT);
    }
  }, reportTogether);

function isBlank(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}

export const translationReply = z.object({
  source: z.string().describe('Language of the text, or `auto` if it was detected.'),
  target: z.string(),
  translated_text: z.string(),
  detected_lang: z.string().describe('The detected language; empty unless `source` is `auto`.'),
});

/** The reply to a translation request. */
export type TranslationReply = z.infer<typeof translationReply>;

/** The services that a translation uses. */
export interface TranslationServices {
  providers: ProviderClient;
  config: Pick<Config, 'translateDeadlineMs' | 'translateMaxChars'>;
}

/** A character takes at most twelve bytes: four, each as `%F0` in a form, or two escapes such as `\\ud83e` in JSON. */
const MAX_CHAR_BYTES = 12;
/** For the other parameters, and for a text that is a little too long, which gets a 400 that says so. */
const BODY_MARGIN_BYTES = 16 * 1024;

/** The size of a body that can hold the longest text. */
export function translationBytes({ translateMaxChars }: Pick<Config, 'translateMaxChars'>): number {
  return translateMaxChars * MAX_CHAR_BYTES + BODY_MARGIN_BYTES;
}

/**
 * Translates a text. Throws a 400 that names bad parameters. Adds to
 * `providerOutcomes` what the backend answered, or why it did not.
 */
export async function translateText(
  params: z.infer<typeof translateParams>,
  services: TranslationServices,
  requester: Requester,
  providerOutcomes: ProviderOutcome[] = [],
): Promise<TranslationReply> {
  const { translateMaxChars } = services.config;
  const provider = translator(services.providers);
  const field = params.text === undefined ? 'q' : 'text';
  const content = params.q ?? params.text ?? '';
  if ([...content].length > translateMaxChars) {
    throw badRequest({ [field]: [`Ensure this field has no more than ${translateMaxChars} characters.`] });
  }
  const context = translationContext(services, requester);
  const detect = !params.source || params.source.toLowerCase() === 'auto';
  const languages = await languagesOf(provider, services.providers, context, providerOutcomes);
  const { source, target } = resolve(detect ? '' : (params.source ?? ''), params.target, languages);

  const input = { text: content, source, target };
  const [outcome] = await services.providers.askAll('translate', input, [provider], context);
  if (outcome) providerOutcomes.push({ provider: provider.adapter.slug, outcome });
  if (outcome && failureOf(outcome)?.code === 'rejected') {
    throw badRequest({ target: ['The translation backend does not take this text and these languages together.'] });
  }
  const translation = answered(outcome);
  return {
    source: detect ? 'auto' : canonicalCode(source),
    target: canonicalCode(target),
    translated_text: translation.text,
    detected_lang: detect ? translation.detected : '',
  };
}

/** The languages that the backend offers. Throws a 503 when there is no backend, or when it does not answer. */
export async function offeredLanguages(services: TranslationServices, requester: Requester): Promise<Language[]> {
  const { providers } = services;
  return languagesOf(translator(providers), providers, translationContext(services, requester));
}

function translationContext({ providers, config }: TranslationServices, requester: Requester): CallContext {
  return providers.callsFor(requester, config.translateDeadlineMs);
}

/** The configured translation backend. Throws a 503 when there is none. */
function translator({ roster }: ProviderClient): Provider {
  const [provider] = roster.serving('translate');
  if (!provider) throw new ApiError(503, UNAVAILABLE, {}, 'not_configured');
  return provider;
}

/**
 * The backend's languages. They are cached for an hour, so that most translations need only one call. Adds to
 * `failures` why they are not known.
 */
async function languagesOf(
  provider: Provider,
  client: ProviderClient,
  context: CallContext,
  failures: ProviderOutcome[] = [],
): Promise<Language[]> {
  const [outcome] = await client.askAll('languages', {}, [provider], context);
  if (outcome && !outcome.ok) failures.push({ provider: provider.adapter.slug, outcome });
  return answered(outcome).languages;
}

/** The answer's value. Throws a 503 when the backend did not answer. */
function answered<T>(outcome: Outcome<T> | undefined): T {
  if (outcome?.ok) return outcome.value;
  const waitMs = outcome && failureOf(outcome)?.retryAfterMs;
  throw unavailable(UNAVAILABLE, waitMs === undefined ? DEFAULT_RETRY_AFTER_S : waitMs / 1_000);
}

/** Maps both languages to the backend's own codes. Throws a 400 that names unknown languages. */
function resolve(source: string, target: string, languages: readonly Language[]): { source: string; target: string } {
  const to = backendCode(target, languages, 'target');
  const from = source === '' ? '' : backendCode(source, languages, 'source');
  const problems: Record<string, string[]> = {};
  if (to === null) problems.target = [`Unknown language "${target}". ${LANGUAGE}`];
  if (from === null) problems.source = [`Unknown language "${source}". ${LANGUAGE}`];
  if (to === null || from === null) throw badRequest(problems);
  if (to === from) throw badRequest({ target: [DIFFERENT] });
  return { source: from, target: to };
}

import { z } from 'zod';
import { UpstreamFailure } from '../outcome.ts';
import type { Adapter, ProviderSettings, UpstreamResponse } from '../providers/adapter.ts';
import { asObject, looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk, retryAfterMs, spent } from '../providers/responses.ts';
import { cleanText } from '../search/text.ts';
import { canonicalCode } from '../translate/language-codes.ts';
import {
  type Language,
  languagesInputSchema,
  languagesSchema,
  someLanguages,
  translateInputSchema,
  translationSchema,
  withEdgesOf,
} from '../translate/translation.ts';

const PUBLIC_URL = 'https://api.deepl.com';
/** Keys of the free plan end in `:fx` and work only at this address. */
const FREE_URL = 'https://api-free.deepl.com';
const TRANSLATE_WITHIN_MS = 15_000;
const KEEP_LANGUAGES_S = 3_600;
const QUOTA_USED_UP = 456;
const TOO_MANY = 529;

const translatedSchema = z.object({ translations: z.array(looseObject).min(1) });

function baseOf({ url, apiKey }: ProviderSettings): string {
  return url === PUBLIC_URL && apiKey.endsWith(':fx') ? FREE_URL : url;
}

function headersOf({ apiKey }: ProviderSettings): Record<string, string> {
  return { accept: 'application/json', authorization: `DeepL-Auth-Key ${apiKey}` };
}

function requireDeepLOk(response: UpstreamResponse): void {
  if (response.status === QUOTA_USED_UP) throw spent(response);
  if (response.status === TOO_MANY) {
    throw new UpstreamFailure('rate_limited', 'asks us to slow down (HTTP 529)', retryAfterMs(response));
  }
  requireOk(response);
}

/** Reads a row of the current list (`lang` with its roles) or of the older one (`language`, always a target). */
function languageFrom(row: Readonly<Record<string, unknown>>): Language[] {
  const code = cleanText(row.lang ?? row.language, 20);
  if (code === '') return [];
  const older = row.lang === undefined;
  return [
    {
      code: canonicalCode(code),
      name: cleanText(row.name, 100) || code,
      source: older || row.usable_as_source === true,
      target: older || row.usable_as_target === true,
    },
  ];
}

/** DeepL's translation API. */
export const deepl: Adapter = {
  slug: 'deepl',
  name: 'DeepL',
  defaultUrl: PUBLIC_URL,
  apiKey: 'required',
  operations: {
    translate: {
      input: translateInputSchema,
      output: translationSchema,
      timeoutMs: TRANSLATE_WITHIN_MS,
      request: ({ text, source, target }, settings) => ({
        method: 'POST',
        url: `${baseOf(settings)}/v2/translate`,
        headers: { ...headersOf(settings), 'content-type': 'application/json' },
        body: JSON.stringify({
          text: [text.trim()],
          target_lang: target.toUpperCase(),
          // A source language has no regional variants. DeepL detects it if it is omitted.
          ...(source ? { source_lang: (source.split('-')[0] ?? '').toUpperCase() } : {}),
          preserve_formatting: true,
        }),
      }),
      parse(response, { text }) {
        requireDeepLOk(response);
        const [first] = readJson(response, translatedSchema).translations;
        const { text: translated, detected_source_language } = asObject(first);
        if (typeof translated !== 'string') throw new UpstreamFailure('upstream', 'answered without a translation');
        const detected = cleanText(detected_source_language, 20);
        return { text: withEdgesOf(text, translated), detected: detected && canonicalCode(detected) };
      },
    },
    languages: {
      input: languagesInputSchema,
      output: languagesSchema,
      cacheTtlS: KEEP_LANGUAGES_S,
      request: (_input, settings) => ({
        url: `${baseOf(settings)}/v3/languages?resource=translate_text`,
        headers: headersOf(settings),
      }),
      // Servers without version 3 have version 2.
      followUp: (response, _input, settings) =>
        response.status === 404
          ? { url: `${baseOf(settings)}/v2/languages?type=target`, headers: headersOf(settings) }
          : null,
      parse(response) {
        requireDeepLOk(response);
        return someLanguages(readJson(response, z.array(looseObject)).flatMap(languageFrom));
      },
    },
  },
  probe: {
    request: (settings) => ({ url: `${baseOf(settings)}/v2/usage`, headers: headersOf(settings) }),
    parse(response) {
      requireDeepLOk(response);
      readJson(response, z.looseObject({ character_count: z.number() }));
    },
  },
};

import { z } from 'zod';
import { UpstreamFailure } from '../outcome.ts';
import type { Adapter, UpstreamResponse } from '../providers/adapter.ts';
import { looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { cleanText } from '../search/text.ts';
import { canonicalCode } from '../translate/language-codes.ts';
import {
  languagesInputSchema,
  languagesSchema,
  someLanguages,
  translateInputSchema,
  translationSchema,
  withEdgesOf,
} from '../translate/translation.ts';

/** Long, because a backend that has just started loads its models first. */
const TRANSLATE_WITHIN_MS = 15_000;
const KEEP_LANGUAGES_S = 3_600;
const JSON_HEADERS = { accept: 'application/json', 'content-type': 'application/json' };

/** `detectedLanguage` is present only if the source was to be detected. */
const translatedSchema = z.object({ translatedText: z.string(), detectedLanguage: looseObject.optional() });

/**
 * Throws unless LibreTranslate accepted the request. A missing key and an unsupported language are both HTTP 400; only
 * the text distinguishes them.
 */
function requireLibreTranslateOk(response: UpstreamResponse): void {
  if (response.status === 400 && /API key/i.test(response.body.slice(0, 500))) {
    throw new UpstreamFailure('refused', 'wants an API key');
  }
  requireOk(response);
}

/** LibreTranslate, usually self-hosted. */
export const libretranslate: Adapter = {
  slug: 'libretranslate',
  name: 'LibreTranslate',
  defaultUrl: null,
  apiKey: 'optional',
  operations: {
    translate: {
      input: translateInputSchema,
      output: translationSchema,
      timeoutMs: TRANSLATE_WITHIN_MS,
      request: ({ text, source, target }, { url, apiKey }) => ({
        method: 'POST',
        url: `${url}/translate`,
        headers: JSON_HEADERS,
        body: JSON.stringify({
          q: text.trim(),
          source: source || 'auto',
          target,
          format: 'text',
          ...(apiKey ? { api_key: apiKey } : {}),
        }),
      }),
      parse(response, { text }) {
        requireLibreTranslateOk(response);
        const { translatedText, detectedLanguage = {} } = readJson(response, translatedSchema);
        const detected = cleanText(detectedLanguage.language, 20);
        return { text: withEdgesOf(text, translatedText), detected: detected && canonicalCode(detected) };
      },
    },
    languages: {
      input: languagesInputSchema,
      output: languagesSchema,
      cacheTtlS: KEEP_LANGUAGES_S,
      request: (_input, { url }) => ({
        url: `${url}/languages`,
        headers: { accept: 'application/json', 'accept-language': 'en' },
      }),
      parse(response) {
        requireLibreTranslateOk(response);
        const list = readJson(response, z.array(looseObject));
        const targets = new Set(list.flatMap((language) => (Array.isArray(language.targets) ? language.targets : [])));
        const languages = list.flatMap((language) => {
          const code = cleanText(language.code, 20);
          if (code === '') return [];
          // Older servers list no targets; every language is a target then.
          const target = targets.size === 0 || targets.has(language.code);
          return [{ code: canonicalCode(code), name: cleanText(language.name, 100) || code, source: true, target }];
        });
        return someLanguages(languages);
      },
    },
  },
  probe: {
    request: ({ url }) => ({ url: `${url}/languages`, headers: { accept: 'application/json' } }),
    parse(response) {
      requireLibreTranslateOk(response);
      readJson(response, z.array(z.unknown()).min(1));
    },
  },
};

import { BAD_KEY, jsonObject } from '../../lib/providers/stand-in.ts';
import { type PhraseLanguage, phraseLanguages } from '../corpus.ts';
import { detectLanguage, isPhraseLanguage, translate } from '../translation.ts';
import type { SandboxRequest, SandboxResponse, Upstream } from '../upstream.ts';

/** Languages that are available as a target only in one of their variants. */
const VARIANTS: Partial<Record<PhraseLanguage, Readonly<Record<string, string>>>> = {
  en: { 'en-GB': 'English (British)', 'en-US': 'English (American)' },
  pt: { 'pt-BR': 'Portuguese (Brazilian)', 'pt-PT': 'Portuguese (European)' },
};
const MAX_TEXTS = 50;
const MAX_BODY_BYTES = 128 * 1_024;
const CHARACTER_LIMIT = 500_000;

const english = new Intl.DisplayNames(['en'], { type: 'language' });

/** Characters translated since the sandbox started. */
let characters = 0;

/** Stand-in for DeepL, which translates with the phrase table. */
export const deepl: Upstream = {
  slug: 'deepl',
  handle(request) {
    const key = /^DeepL-Auth-Key (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (!key || key === BAD_KEY) return refusal(403, 'Authorization failed');
    switch (request.path) {
      case '/v2/translate':
        return translateTexts(request);
      case '/v2/usage':
        return { status: 200, body: { character_count: characters, character_limit: CHARACTER_LIMIT } };
      case '/v2/languages':
        return { status: 200, body: targets() };
      case '/v3/languages':
        return request.query.get('resource') === 'translate_text'
          ? { status: 200, body: phraseLanguages.flatMap(languageRows) }
          : refusal(400, "Value for 'resource' not supported.");
      default:
        return refusal(404, 'Not found');
    }
  },
};

function translateTexts({ method, body }: SandboxRequest): SandboxResponse {
  if (method !== 'POST') return refusal(405, 'Method not allowed');
  if (Buffer.byteLength(body) > MAX_BODY_BYTES) return refusal(413, 'Request size exceeds limit.');
  const given = jsonObject<Record<string, unknown>>(body);
  if (!given) return refusal(400, 'Bad request. Reason: Invalid JSON.');
  const { text, source_lang, target_lang } = given;
  if (target_lang === undefined) return refusal(400, "Parameter 'target_lang' not specified");
  const variants = Object.values(VARIANTS).flatMap(Object.keys);
  // Plain `EN` and `PT` are still valid targets, as the real service accepts them from old clients.
  const to = baseOf(target_lang, [...phraseLanguages, ...variants]);
  if (!to) return refusal(400, "Value for 'target_lang' not supported.");
  const from = source_lang === undefined ? undefined : baseOf(source_lang, phraseLanguages);
  if (from === null) return refusal(400, "Value for 'source_lang' not supported.");
  if (text === undefined) return refusal(400, "Parameter 'text' not specified");
  // `text` must be a list even for one text, as in the real service.
  if (!isTexts(text)) return refusal(400, "Bad request. Reason: 'text' must be an array of strings.");
  if (text.length > MAX_TEXTS) return refusal(400, 'Too many texts requested.');
  characters += text.reduce((total, one) => total + one.length, 0);
  const translations = text.map((one) => {
    const spoken = from ?? detectLanguage(one)?.language ?? 'en';
    return { detected_source_language: spoken.toUpperCase(), text: translate(one, spoken, to) };
  });
  return { status: 200, body: { translations } };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function baseOf(code: unknown, allowed: readonly string[]): PhraseLanguage | null {
  const known = allowed.find((one) => one.toLowerCase() === String(code).toLowerCase());
  const base = known?.slice(0, 2) ?? '';
  return isPhraseLanguage(base) ? base : null;
}

/** The older list, which has only target languages. */
function targets() {
  return phraseLanguages
    .flatMap((code) => Object.entries(VARIANTS[code] ?? { [code]: nameOf(code) }))
    .map(([code, name]) => ({ language: code.toUpperCase(), name, supports_formality: !code.startsWith('en') }));
}

function languageRows(code: PhraseLanguage) {
  const stable = { status: 'stable' };
  const features = { ...(code === 'en' ? {} : { formality: stable }), tag_handling: stable };
  const row = (lang: string, name: string, source: boolean, target: boolean) => {
    return { lang, name, usable_as_source: source, usable_as_target: target, ...stable, features };
  };
  const variants = Object.entries(VARIANTS[code] ?? {});
  return [
    row(code, nameOf(code), true, variants.length === 0),
    ...variants.map(([variant, name]) => row(variant, name, false, true)),
  ];
}

function nameOf(code: string): string {
  return english.of(code) ?? code;
}

function refusal(status: number, message: string): SandboxResponse {
  return { status, body: { message } };
}

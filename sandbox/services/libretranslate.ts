import { BAD_KEY, jsonObject } from '../../lib/providers/stand-in.ts';
import { acceptedLanguages } from '../accepted-languages.ts';
import { type PhraseLanguage, phraseLanguages } from '../corpus.ts';
import { type Detected, detectLanguage, isPhraseLanguage, translate } from '../translation.ts';
import type { SandboxRequest, SandboxResponse, Upstream } from '../upstream.ts';

/** Language codes of the API; Portuguese has two variants, as on a real server. */
const CODES = [...phraseLanguages, 'pt-BR'] as const;
const ALIASES: Readonly<Record<string, string>> = { pb: 'pt-BR' };
const CHAR_LIMIT = 5_000;

/** Stand-in for LibreTranslate without required keys, which translates with the phrase table. */
export const libretranslate: Upstream = {
  slug: 'libretranslate',
  handle(request) {
    if (request.path === '/languages') return { status: 200, body: languages(request.headers['accept-language']) };
    if (request.path !== '/translate') return html(404, 'Not Found');
    return request.method === 'POST' ? translateText(request) : html(405, 'Method Not Allowed');
  },
};

function translateText({ body }: SandboxRequest): SandboxResponse {
  const given = jsonObject<Record<string, unknown>>(body);
  if (!given) return refusal(400, 'Invalid JSON format');
  if (given.api_key === BAD_KEY) return refusal(403, 'Invalid API key');
  const missing = ['q', 'source', 'target'].find((name) => !given[name]);
  if (missing) return refusal(400, `Invalid request: missing ${missing} parameter`);
  const [q, source, target] = [String(given.q), String(given.source), String(given.target)];
  if (q.length > CHAR_LIMIT) {
    return refusal(400, `Invalid request: request (${q.length}) exceeds text limit (${CHAR_LIMIT})`);
  }
  // The real service treats text of unknown language as English, with a confidence of 0.
  const detected: Detected | null =
    source.toLowerCase() === 'auto' ? (detectLanguage(q) ?? { language: 'en', confidence: 0 }) : null;
  const from = detected?.language ?? language(source);
  const to = language(target);
  if (!from || !to) return refusal(400, `${from ? target : source} is not supported`);
  return {
    status: 200,
    body: { ...(detected ? { detectedLanguage: detected } : {}), translatedText: translate(q, from, to) },
  };
}

function languages(accepted: string | undefined) {
  const names = new Intl.DisplayNames([...acceptedLanguages(accepted), 'en'], { type: 'language' });
  const targets = [...CODES].sort();
  return CODES.map((code) => ({ code, name: names.of(code) ?? code, targets }));
}

function language(code: string): PhraseLanguage | null {
  const known = CODES.find((one) => one.toLowerCase() === (ALIASES[code.toLowerCase()] ?? code).toLowerCase());
  const base = known?.slice(0, 2) ?? '';
  return isPhraseLanguage(base) ? base : null;
}

function refusal(status: number, error: string): SandboxResponse {
  return { status, body: { error } };
}

function html(status: number, title: string): SandboxResponse {
  const body = `<!doctype html>\n<html lang=en>\n<title>${status} ${title}</title>\n<h1>${title}</h1>\n`;
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

import { acceptedLanguages } from '../accepted-languages.ts';
import { type PhraseLanguage, phraseLanguages } from '../corpus/phrases.ts';
import { type Detected, detectLanguages } from '../language-detection.ts';
import { isPhraseLanguage, translate } from '../translation.ts';
import { BAD_KEY, type SandboxRequest, type SandboxResponse, type Upstream } from '../upstream.ts';

/** Codes on the wire; Portuguese comes in two kinds, as on a real server. */
const CODES = [...phraseLanguages, 'pt-BR'] as const;
const ALIASES: Readonly<Record<string, string>> = { pb: 'pt-BR' };
const CHAR_LIMIT = 5_000;
const POST_ONLY = ['/translate', '/detect'];

/** Stand-in for LibreTranslate without required keys; translates with the phrase table. */
export const libretranslate: Upstream = {
  slug: 'libretranslate',
  handle(request) {
    const path = request.path.replace(/(?<=.)\/$/, '');
    if (POST_ONLY.includes(path) && request.method !== 'POST') {
      return html(405, 'Method Not Allowed', 'The method is not allowed for the requested URL.');
    }
    try {
      if (path === '/health') return { status: 200, body: { status: 'ok' } };
      if (path === '/languages') return { status: 200, body: languages(request.headers['accept-language']) };
      if (path === '/frontend/settings') return { status: 200, body: settings() };
      if (path === '/detect') return detect(withKey(read(request)));
      if (path === '/translate') return translateText(withKey(read(request)));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { status: error.status, body: { error: error.message } };
    }
    return html(404, 'Not Found', 'The requested URL was not found on the server.');
  },
};

/** Thrown where the real service aborts. */
class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Parameters = Record<string, unknown>;

function translateText(given: Parameters): SandboxResponse {
  const q = texts(given);
  const source = required(given, 'source');
  const target = required(given, 'target');
  const size = q.reduce((total, text) => total + text.length, 0);
  if (size > CHAR_LIMIT) {
    throw new Refused(400, `Invalid request: request (${size}) exceeds text limit (${CHAR_LIMIT})`);
  }
  const detected = source.toLowerCase() === 'auto' ? q.map(best) : null;
  const from = detected ?? q.map(() => ({ language: language(source) }));
  const to = language(target);
  const format = given.format || 'text';
  if (format !== 'text' && format !== 'html') throw new Refused(400, `${format} format is not supported`);
  const translated = q.map((text, i) => translate(text, from[i]?.language ?? 'en', to, format === 'html'));
  const batch = Array.isArray(given.q);
  const alternatives = Number(given.alternatives ?? 0) > 0 ? { alternatives: batch ? q.map(() => []) : [] } : {};
  return {
    status: 200,
    body: {
      ...alternatives,
      ...(detected ? { detectedLanguage: batch ? detected : detected[0] } : {}),
      translatedText: batch ? translated : translated[0],
    },
  };
}

function detect(given: Parameters): SandboxResponse {
  const text = texts(given).join('\n');
  const found = detectLanguages(text);
  return { status: 200, body: found.length > 0 ? found.map(onWire) : [best(text)] };
}

/** The real service takes what it cannot tell for English, with no confidence at all. */
function best(text: string): Detected {
  return onWire(detectLanguages(text)[0] ?? { confidence: 0, language: 'en' });
}

function onWire({ confidence, language }: Detected): Detected {
  return { confidence, language };
}

function languages(accepted: string | undefined) {
  const names = new Intl.DisplayNames([...acceptedLanguages(accepted), 'en'], { type: 'language' });
  const targets = [...CODES].sort();
  return CODES.map((code) => ({ code, name: names.of(code) ?? code, targets }));
}

function settings() {
  return { apiKeys: false, charLimit: CHAR_LIMIT, frontendTimeout: 500, keyRequired: false, suggestions: false };
}

function language(code: string): PhraseLanguage {
  const known = CODES.find((one) => one.toLowerCase() === (ALIASES[code.toLowerCase()] ?? code).toLowerCase());
  const base = known?.slice(0, 2) ?? '';
  if (!isPhraseLanguage(base)) throw new Refused(400, `${code} is not supported`);
  return base;
}

function texts({ q }: Parameters): string[] {
  const list = Array.isArray(q) ? q : [q];
  if (!q || list.length === 0) throw new Refused(400, 'Invalid request: missing q parameter');
  return list.map(String);
}

function required(given: Parameters, name: string): string {
  const value = given[name];
  if (!value) throw new Refused(400, `Invalid request: missing ${name} parameter`);
  return String(value);
}

function withKey(given: Parameters): Parameters {
  if (given.api_key === BAD_KEY) throw new Refused(403, 'Invalid API key');
  return given;
}

function read({ headers, body, query }: SandboxRequest): Parameters {
  if (!headers['content-type']?.startsWith('application/json')) {
    return { ...Object.fromEntries(query), ...Object.fromEntries(new URLSearchParams(body)) };
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new Refused(400, 'The browser (or proxy) sent a request that this server could not understand.');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new Refused(400, 'Invalid JSON format');
  }
  return parsed as Parameters;
}

function html(status: number, title: string, text: string): SandboxResponse {
  const body = `<!doctype html>\n<html lang=en>\n<title>${status} ${title}</title>\n<h1>${title}</h1>\n<p>${text}</p>\n`;
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

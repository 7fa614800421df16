import { type PhraseLanguage, phraseLanguages } from '../corpus/phrases.ts';
import { detectLanguages } from '../language-detection.ts';
import { isPhraseLanguage, translate } from '../translation.ts';
import { BAD_KEY, type SandboxRequest, type SandboxResponse, type Upstream } from '../upstream.ts';

/** Languages that are translated into only as one of their variants. */
const VARIANTS: Partial<Record<PhraseLanguage, readonly string[]>> = { en: ['en-GB', 'en-US'], pt: ['pt-BR', 'pt-PT'] };
const VARIANT_NAMES: Readonly<Record<string, string>> = {
  'en-GB': 'English (British)',
  'en-US': 'English (American)',
  'pt-BR': 'Portuguese (Brazilian)',
  'pt-PT': 'Portuguese (European)',
};
const WITH_FORMALITY: ReadonlySet<string> = new Set('de fr es it nl pl ja pt-BR pt-PT'.split(' '));
const MAX_TEXTS = 50;
const MAX_BODY_BYTES = 128 * 1_024;
const CHARACTER_LIMIT = 500_000;

/** Thrown where the real service refuses. */
class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Characters translated since the sandbox was started. */
let characters = 0;

/** Stand-in for DeepL; translates with the phrase table. */
export const deepl: Upstream = {
  slug: 'deepl',
  handle(request) {
    const key = /^DeepL-Auth-Key (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (!key || key === BAD_KEY) return { status: 403, body: { message: 'Authorization failed' } };
    try {
      if (request.path === '/v2/translate' && request.method === 'POST') return translateTexts(request);
      if (request.path === '/v2/usage') {
        return { status: 200, body: { character_count: characters, character_limit: CHARACTER_LIMIT } };
      }
      if (request.path === '/v2/languages') return languagesV2(request.query.get('type') ?? 'source');
      if (request.path === '/v3/languages') return languagesV3(request.query.get('resource'));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { status: error.status, body: { message: error.message } };
    }
    return { status: 404, body: { message: 'Not found' } };
  },
};

function translateTexts(request: SandboxRequest): SandboxResponse {
  if (Buffer.byteLength(request.body) > MAX_BODY_BYTES) throw new Refused(413, 'Request size exceeds limit.');
  const { texts, source, target } = read(request);
  if (target === undefined) throw new Refused(400, "Parameter 'target_lang' not specified");
  const to = baseOf(target, 'target_lang', targetCodes());
  const from = source === undefined ? undefined : baseOf(source, 'source_lang', phraseLanguages);
  if (texts.length === 0) throw new Refused(400, "Parameter 'text' not specified");
  if (texts.length > MAX_TEXTS) throw new Refused(400, 'Too many texts requested.');
  characters += texts.reduce((total, text) => total + text.length, 0);
  const translations = texts.map((text) => {
    const spoken = from ?? detectLanguages(text)[0]?.language ?? 'en';
    return { detected_source_language: spoken.toUpperCase(), text: translate(text, spoken, to) };
  });
  return { status: 200, body: { translations } };
}

function baseOf(code: string, parameter: string, allowed: readonly string[]): PhraseLanguage {
  const known = allowed.some((one) => one.toLowerCase() === code.toLowerCase());
  const base = code.slice(0, 2).toLowerCase();
  if (!known || !isPhraseLanguage(base)) throw new Refused(400, `Value for '${parameter}' not supported.`);
  return base;
}

/** Plain `EN` and `PT` are still taken as targets, as the real service does for old clients. */
function targetCodes(): string[] {
  return [...phraseLanguages, ...Object.values(VARIANTS).flat()];
}

function languagesV2(type: string): SandboxResponse {
  if (type !== 'source' && type !== 'target') {
    throw new Refused(400, "Parameter 'type' is invalid. 'source' and 'target' are valid values.");
  }
  const codes: readonly string[] =
    type === 'source'
      ? phraseLanguages
      : phraseLanguages.flatMap((code): readonly string[] => VARIANTS[code] ?? [code]);
  const body = codes.map((code) => ({
    language: code.toUpperCase(),
    name: nameOf(code),
    ...(type === 'target' ? { supports_formality: WITH_FORMALITY.has(code) } : {}),
  }));
  return { status: 200, body };
}

function languagesV3(resource: string | null): SandboxResponse {
  if (resource !== 'translate_text') throw new Refused(400, "Value for 'resource' not supported.");
  const stable = { status: 'stable' };
  const body = phraseLanguages.flatMap((code) => {
    const variants = VARIANTS[code];
    const formality = WITH_FORMALITY.has(code) ? { formality: stable } : {};
    return [
      {
        lang: code as string,
        name: nameOf(code),
        usable_as_source: true,
        usable_as_target: variants === undefined,
        ...stable,
        features: { ...formality, tag_handling: stable },
      },
      ...(variants ?? []).map((variant) => ({
        lang: variant,
        name: nameOf(variant),
        usable_as_source: false,
        usable_as_target: true,
        ...stable,
        features: WITH_FORMALITY.has(variant) ? { formality: stable } : {},
      })),
    ];
  });
  return { status: 200, body };
}

const english = new Intl.DisplayNames(['en'], { type: 'language' });

function nameOf(code: string): string {
  return VARIANT_NAMES[code] ?? english.of(code) ?? code;
}

interface Asked {
  texts: string[];
  source: string | undefined;
  target: string | undefined;
}

function read({ headers, body }: SandboxRequest): Asked {
  if (!headers['content-type']?.startsWith('application/json')) {
    const form = new URLSearchParams(body);
    return {
      texts: form.getAll('text'),
      source: form.get('source_lang') ?? undefined,
      target: form.get('target_lang') ?? undefined,
    };
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new Refused(400, 'Bad request. Reason: Invalid JSON.');
  }
  const { text, source_lang, target_lang } = (parsed ?? {}) as Record<string, unknown>;
  // In JSON, one text is a list of one; the real service does not guess.
  if (text !== undefined && !(Array.isArray(text) && text.every((one) => typeof one === 'string'))) {
    throw new Refused(400, "Bad request. Reason: 'text' must be an array of strings.");
  }
  return {
    texts: text ?? [],
    source: typeof source_lang === 'string' ? source_lang : undefined,
    target: typeof target_lang === 'string' ? target_lang : undefined,
  };
}

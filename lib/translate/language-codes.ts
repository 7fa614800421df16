import type { Language } from './translation.ts';

/** Other codes for a language in order of preference, for mapping between callers' codes and backends' codes. */
const ALIASES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    zh: ['zh-hans', 'zh-cn'],
    'zh-cn': ['zh-hans', 'zh'],
    'zh-sg': ['zh-hans', 'zh'],
    'zh-hans': ['zh', 'zh-cn'],
    'zh-tw': ['zh-hant', 'zt'],
    'zh-hk': ['zh-hant', 'zt'],
    'zh-mo': ['zh-hant', 'zt'],
    'zh-hant': ['zt', 'zh-tw'],
    zt: ['zh-hant', 'zh-tw'],
    pb: ['pt-br'],
    'pt-br': ['pb'],
    pt: ['pt-pt', 'pt-br', 'pb'],
    'pt-pt': ['pt'],
    en: ['en-us', 'en-gb'],
    no: ['nb', 'nn'],
    nb: ['no'],
    nn: ['no', 'nb'],
    iw: ['he'],
    he: ['iw'],
    in: ['id'],
    fil: ['tl'],
    tl: ['fil'],
  }),
);
/** Chinese in the other script is a different text, so there is no fallback to plain `zh`. */
const NO_FALLBACK = new Set(['zh-tw', 'zh-hk', 'zh-mo', 'zh-hant', 'zt']);

/**
 * The backend's code for the requested language: the same code, an alias or the plain language (`de-AT` → `de`); null
 * if there is none.
 */
export function backendCode(asked: string, languages: readonly Language[], role: 'source' | 'target'): string | null {
  const offered = new Map(languages.filter((language) => language[role]).map(({ code }) => [code.toLowerCase(), code]));
  const tag = asked.toLowerCase().replaceAll('_', '-');
  const plain = tag.split('-')[0] ?? '';
  const candidates = [tag, ...(ALIASES.get(tag) ?? [])];
  if (!NO_FALLBACK.has(tag)) candidates.push(plain, ...(ALIASES.get(plain) ?? []));
  for (const candidate of candidates) {
    const code = offered.get(candidate);
    if (code !== undefined) return code;
  }
  return null;
}

/**
 * Writes a code in the usual case: `pt-BR`, `zh-Hans`, `de`. Nothing else changes, because a backend that lists `tl`
 * does not accept the newer code `fil`.
 */
export function canonicalCode(code: string): string {
  const [language = '', ...parts] = code.replaceAll('_', '-').toLowerCase().split('-');
  return [language, ...parts.map(inItsCase)].join('-');
}

function inItsCase(part: string): string {
  if (part.length === 4) return part.charAt(0).toUpperCase() + part.slice(1);
  return part.length === 2 ? part.toUpperCase() : part;
}

import { decodeHTML, encodeNonAsciiHTML } from 'entities';
import { type Command, unquoted } from '../../reading/command.ts';
import { accented, characterNamed, characters } from './character-names.ts';

/** HTML entities: of a character, given directly or by name; of a text; and back. */

const ENTITY = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});?/i;
const BARE_NUMBER = /^&?(#(?:\d{1,7}|x[0-9a-f]{1,6}));?$/i;
const HOW_TO = /^how (?:to|do i|do you|can i) \w+ (?=\S)/i;

/** The HTML conversion that a command asks for. `isCalled`: the query speaks of an entity, a code or a character. */
export function htmlWanted(
  { typed, link, isAsked }: Command<unknown>,
  direction: 'encode' | 'decode' | undefined,
  isCalled: boolean,
): { text: string; direction: 'encode' | 'decode' } | null {
  const asked = typed.replace(HOW_TO, '');
  // `"a" & "b"`: the marks belong to two texts, so they are part of the text to encode.
  const text = /^"[^"]*\S"\s/.test(asked) ? asked : unquoted(isCalled ? asked.replace(/(?<=\S)\s*\?$/, '') : asked);
  if (direction !== 'encode' && (ENTITY.test(text) || BARE_NUMBER.test(text))) return { text, direction: 'decode' };
  if (direction === 'decode') return null;
  const isEscaped = direction === 'encode' || isCalled;
  const isTold = isEscaped || isAsked || link !== undefined;
  const bare = text.replace(/^(?:an?|the) /i, '');
  const named = characterIn(text, isTold, isCalled) ?? characterIn(bare, isTold, isCalled);
  if (named !== null) return { text: named, direction: 'encode' };
  return isEscaped && /[<>&"']|[^\u0020-\u007e]/.test(text) ? { text, direction: 'encode' } : null;
}

/** The character that a text is or names. After the bare word `html`, `a` is a tag, and `copy` may be anything. */
function characterIn(text: string, isTold: boolean, isCalled: boolean): string | null {
  if ([...text].length === 1) return isTold || !/[a-z0-9]/i.test(text) ? text : null;
  // Americans also call the hash sign `pound sign`, but that sign needs no entity.
  if (/^pound sign\b/i.test(text)) return '£';
  const named = isTold || /[\s-]/.test(text) ? characterNamed(text) : accented(text);
  if (named !== null || !isCalled || !/^[a-z]{2,8}\d{0,2}$/i.test(text)) return named;
  const entity = decodeHTML(`&${text};`);
  return [...entity].length === 1 ? entity : null;
}

/** Encodes a text with named entities where they exist, and numeric entities otherwise. */
export function htmlEncoded(text: string): string {
  const encoded = encodeNonAsciiHTML(text)
    .replace(/(?<=&)[a-z]+(?=;)/gi, (name) => characters().entities.get(name) ?? name)
    // HTML 4 does not have &apos;.
    .replaceAll('&apos;', '&#39;');
  return encoded === text && text.length === 1 ? `&#${text.charCodeAt(0)};` : encoded;
}

/** Decodes HTML entities; returns null if nothing changes or a character is invalid. */
export function htmlDecoded(text: string): string | null {
  const decoded = decodeHTML(text.replace(BARE_NUMBER, '&$1;'));
  return decoded === text || decoded.includes('\ufffd') ? null : decoded;
}

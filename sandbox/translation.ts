import { type PhraseLanguage, phraseLanguages, phrases } from './corpus/phrases.ts';

/**
 * Translation by phrase table: the longest phrase it knows at each point, everything between phrases as it stands.
 * What the table does not know is passed on inside a marker, so that nobody takes it for a translation.
 */

interface Entry {
  /** As the table writes it; German nouns keep their capital. */
  source: string;
  target: string;
}

interface Piece {
  /** `word` is looked up; `kept` is an address, a number or markup; `gap` is what stands between. */
  kind: 'word' | 'kept' | 'gap';
  text: string;
}

const KEPT = String.raw`https?:\/\/[^\s<>]+|[\w.+-]+@[\w-]+\.[\w.]+|\p{N}[\p{N}.,:%]*(?<![.,:])`;
const MARKUP = String.raw`<[^>]*>|&#?\w+;`;
const WORD = String.raw`\p{L}[\p{L}\p{M}\p{N}]*`;
/** Words in the longest phrase of the table, and some. */
const LONGEST = 20;
/** A Japanese phrase has no spaces to count. */
const LONGEST_CHARACTERS = 24;
const LATIN_OF = new Map([...'。、！？'].map((mark, i) => [mark, ['. ', ', ', '! ', '? '][i] ?? mark]));

const dictionaries = new Map<string, Map<string, Entry>>();

/** A text in another language; with `html`, tags and entities stay as they are. */
export function translate(text: string, from: PhraseLanguage, to: PhraseLanguage, html = false): string {
  if (from === to) return text;
  const dictionary = dictionaryFor(from, to);
  const pieces = split(text, from, html);
  let written = '';
  let unknown = '';
  let sentenceStart = true;
  /** The gap since the last word; held back because a run of unknown words takes it in. */
  let gap = '';
  let afterPhrase = false;
  const flush = () => {
    if (unknown !== '') written += `⟦untranslated: ${unknown}⟧`;
    unknown = '';
  };
  for (let i = 0; i < pieces.length; ) {
    const piece = pieces[i] as Piece;
    if (piece.kind === 'gap') {
      gap += piece.text;
      if (/[.!?…:\n。！？¿¡]/.test(piece.text)) sentenceStart = true;
      i += 1;
      continue;
    }
    const match = piece.kind === 'word' ? longestMatch(pieces, i, dictionary, from) : null;
    if (piece.kind === 'word' && !match) {
      const joins = unknown !== '' && /^([^\S\n]+|['’-]|)$/.test(gap);
      if (!joins) {
        flush();
        written += gapBetween(gap, afterPhrase, false, from, to);
      }
      unknown = joins ? unknown + gap + piece.text : piece.text;
      i += 1;
      afterPhrase = false;
    } else {
      flush();
      written += gapBetween(gap, afterPhrase, match !== null, from, to);
      written += match ? inCaseOf(match.source, match.entry, sentenceStart) : piece.text;
      i += match ? match.pieces : 1;
      afterPhrase = match !== null;
    }
    gap = '';
    if (piece.kind === 'word') sentenceStart = false;
  }
  flush();
  const end = gapBetween(gap, afterPhrase, false, from, to);
  // The space that a Latin full stop needs before the next sentence.
  written += from === 'ja' ? end.replace(/ $/, '') : end;
  return to === 'es' ? withOpeningMarks(written) : written;
}

/** What stands between two parts of a text, as the other language writes it. */
function gapBetween(gap: string, afterPhrase: boolean, beforePhrase: boolean, from: string, to: string): string {
  let between = gap;
  if (from === 'es') between = between.replace(/[¿¡]/g, '');
  if (from === 'ja')
    between = [...between]
      .map((mark) => LATIN_OF.get(mark) ?? mark)
      .join('')
      .replaceAll(' \n', '\n');
  if (afterPhrase && beforePhrase) {
    // "l'eau": two words in other languages. Japanese writes none of the spaces that others need.
    if (/^['’]$/.test(between) || (between === '' && from === 'ja')) between = ' ';
    if (to === 'ja' && between === ' ') return '';
  }
  return between;
}

function longestMatch(pieces: readonly Piece[], at: number, dictionary: Map<string, Entry>, from: PhraseLanguage) {
  let key = '';
  let source = '';
  let best: { source: string; entry: Entry; pieces: number } | null = null;
  const limit = from === 'ja' ? LONGEST_CHARACTERS : 2 * LONGEST;
  for (let i = at; i < pieces.length && i < at + limit; i++) {
    const { kind, text } = pieces[i] as Piece;
    if (kind === 'kept') break;
    const between = kind === 'gap' ? inKey(text) : '';
    if (between === null) break;
    key += kind === 'gap' ? between : text;
    source += text;
    if (kind !== 'word') continue;
    const entry = dictionary.get(key) ?? dictionary.get(key.toLowerCase());
    if (entry) best = { source, entry, pieces: i - at + 1 };
  }
  return best;
}

/** A gap as phrases hold it, or null where no phrase reaches across. */
function inKey(gap: string): string | null {
  if (gap === '’' || gap === "'") return "'";
  if (gap === '-') return '-';
  if (/^[^\S\n]+$/.test(gap)) return ' ';
  return /^,[^\S\n]+$/.test(gap) ? ', ' : null;
}

/** The translation with the capitals of what it translates. */
function inCaseOf(source: string, { source: written, target }: Entry, sentenceStart: boolean): string {
  const letters = source.replace(/\P{L}/gu, '');
  if (letters.length > 1 && letters === letters.toUpperCase() && letters !== letters.toLowerCase()) {
    return target.toUpperCase();
  }
  const capital = startsWithCapital(source);
  if (capital && (sentenceStart || !startsWithCapital(written)))
    return target.charAt(0).toUpperCase() + target.slice(1);
  return target;
}

function startsWithCapital(text: string): boolean {
  const first = text.charAt(0);
  return first !== first.toLowerCase();
}

/** Spanish opens what it asks and exclaims. */
function withOpeningMarks(text: string): string {
  return text.replace(/([^\s.!?¿¡…][^.!?¿¡…\n]*)([?!])/g, (whole, sentence: string, mark: string) =>
    sentence.includes('://') ? whole : `${mark === '?' ? '¿' : '¡'}${sentence}${mark}`,
  );
}

function split(text: string, from: PhraseLanguage, html: boolean): Piece[] {
  // Japanese has no spaces between words: every character may begin one.
  const word = from === 'ja' ? String.raw`[a-zA-Z]+|[\p{L}ー々・]` : WORD;
  const pattern = new RegExp(`(?<kept>${html ? `${MARKUP}|` : ''}${KEPT})|(?<word>${word})`, 'gu');
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) pieces.push({ kind: 'gap', text: text.slice(end, match.index) });
    pieces.push({ kind: match.groups?.word === undefined ? 'kept' : 'word', text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ kind: 'gap', text: text.slice(end) });
  return pieces;
}

/** From each way to say something to the first way to say it in the other language. The first row that knows it wins. */
function dictionaryFor(from: PhraseLanguage, to: PhraseLanguage): Map<string, Entry> {
  const pair = `${from} ${to}`;
  const known = dictionaries.get(pair);
  if (known) return known;
  const dictionary = new Map<string, Entry>();
  const entries = phrases.flatMap((phrase) => {
    const [target] = phrase[to];
    // "l'" is looked up, and written, without the sign that ties it to the next word.
    return target === undefined
      ? []
      : phrase[from].map((source) => ({ source: untied(source), target: untied(target) }));
  });
  // Exact first: "Sie" is not "sie".
  for (const entry of entries) if (!dictionary.has(entry.source)) dictionary.set(entry.source, entry);
  for (const entry of entries) {
    const key = entry.source.toLowerCase();
    if (!dictionary.has(key)) dictionary.set(key, entry);
  }
  dictionaries.set(pair, dictionary);
  return dictionary;
}

function untied(form: string): string {
  return form.replace(/'$/, '');
}

/** Whether the phrase table has a column for a language. */
export function isPhraseLanguage(code: string): code is PhraseLanguage {
  return (phraseLanguages as readonly string[]).includes(code);
}

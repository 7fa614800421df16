import { cutText } from './cut.ts';

/** A block of code, between fences that are longer than any in it. */
export function codeBlock(code: string, language = ''): string {
  const fence = fenceFor(code, '```');
  return `${fence}${language}\n${code}\n${fence}`;
}

/** A fence longer than any in the text. */
export function fenceFor(text: string, shortest: string): string {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(Math.max(shortest.length, longest + 1));
}

/** The blocks of a text that is Markdown, or may be. Those that could do harm in a browser are code. */
export function textBlocks(text: string): string[] {
  return blocksOf(text).map((block) => (codeOf(block) ? block : standingAlone(block)));
}

/** What empty lines separate, with blocks of code whole. */
export function blocksOf(markdown: string): string[] {
  const found: string[] = [];
  let fence = '';
  let lines: string[] = [];
  const flush = () => {
    if (lines.length > 0) found.push(lines.join('\n'));
    lines = [];
  };
  for (const line of markdown.split('\n')) {
    const mark = /^\s*(`{3,})/.exec(line)?.[1] ?? '';
    if (fence === '' && (line.trim() === '' || /^#{1,6} /.test(line))) flush();
    if (line.trim() !== '' || fence !== '') lines.push(line);
    if (fence === '' && /^#{1,6} /.test(line)) flush();
    if (mark !== '') fence = fence === '' ? mark : mark === fence ? '' : fence;
  }
  flush();
  return found;
}

/** The beginning of a page's blocks, in at most this many characters. */
export function cutBlocks(blocks: readonly string[], maxChars: number): string {
  let written = '';
  for (const block of blocks) {
    const gap = written === '' ? '' : '\n\n';
    const room = maxChars - written.length - gap.length;
    if (block.length > room) {
      const start = cutBlock(block, room);
      return start === '' ? written : written + gap + start;
    }
    written += gap + block;
  }
  return written;
}

function cutBlock(block: string, maxChars: number): string {
  const { text, write } = partsOf(block);
  const start = cutText(text, Math.max(0, maxChars));
  const written = write(start);
  if (written.length <= maxChars) return written;
  const room = maxChars - (written.length - start.length);
  return room > 0 ? write(cutText(text, room)) : '';
}

/** The text of a block that can be cut anywhere, and how a part of it is written. */
export function partsOf(block: string): { text: string; write: (part: string) => string; isCode: boolean } {
  const code = codeOf(block);
  if (code) return { text: code.text, write: (part) => codeBlock(part, code.language), isCode: true };
  // A part may begin or end within code, whose text is not escaped.
  return { text: block, write: standingAlone, isCode: false };
}

/** What is between the fences of a block that is code and nothing else. */
function codeOf(block: string): { text: string; language: string } | null {
  const [opening = '', fence = '', language = ''] = /^(`{3,})([^`\n]*)\n/.exec(block) ?? [];
  if (fence === '' || !block.endsWith(`\n${fence}`)) return null;
  const text = block.slice(opening.length, -fence.length - 1);
  const fences = [...text.matchAll(/^ {0,3}(`{3,})[ \t]*$/gm)];
  return fences.some(([, inner = '']) => inner.length >= fence.length) ? null : { text, language };
}

/** A text that reads the same whatever is around it, as code if it could do harm. */
function standingAlone(text: string): string {
  return hasFence(text) || mayHarm(withoutCode(text)) ? codeBlock(text) : text;
}

const ADDRESS_OF_THE_WEB = String.raw`https?:\/\/[^\s<>]*>`;
/** A tag, a comment or an address within angle brackets that is not of the web, unless it is escaped. */
const TAG = new RegExp(
  String.raw`(?<!\\)(?:\\\\)*<(?!${ADDRESS_OF_THE_WEB})(?:[a-z/!?]|[\w.!#$%&'*+/=?^\x60{|}~-]+@)`,
  'i',
);
/** The address of a link, or of the definition of one, that may have another scheme than those of the web. */
const OTHER_SCHEME = /\][(:][\s>]*(?:<\s*)?(?!https?:\/\/)[^\s/?#)]{0,100}[:&\\]/i;

/** Whether a text, read as Markdown without any code in it, may run something or lead elsewhere than to the web. */
function mayHarm(text: string): boolean {
  return TAG.test(text) || OTHER_SCHEME.test(text);
}

/** Whether a line may begin or end a block of code, within lists and quotes, too. */
function hasFence(text: string): boolean {
  return /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(?:`{3}|~{3})/m.test(text);
}

/** A backquote may be part of an address, and no mark of code. */
const MAY_HAVE_BACKQUOTE = /\]\((?![^\s()<>`\\]*\))|<[^\s<>]*`/;

/**
 * The text without its code spans. All of it if that cannot be told: if a backquote has no counterpart in its line, or in
 * its cell of a table, or may be part of an address.
 */
function withoutCode(text: string): string {
  if (MAY_HAVE_BACKQUOTE.test(text)) return text;
  let kept = '';
  const marks = /\\[\s\S]?|`+/g;
  for (let at = 0; ; ) {
    marks.lastIndex = at;
    const found = marks.exec(text);
    if (!found) return kept + text.slice(at);
    const [mark] = found;
    const isCode = mark.startsWith('`');
    kept += text.slice(at, isCode ? found.index : marks.lastIndex);
    at = marks.lastIndex;
    if (!isCode) continue;
    const runs = /`+|[\n|]/g;
    runs.lastIndex = at;
    let run = runs.exec(text)?.[0];
    while (run?.startsWith('`') && run !== mark) run = runs.exec(text)?.[0];
    if (run !== mark) return text;
    at = runs.lastIndex;
  }
}

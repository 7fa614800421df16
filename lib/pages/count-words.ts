/** What a character is to a word: 0 is not known yet. */
const ENDS = 1;
const CONTINUES = 2;
const IS_ONE = 3;

/** By character, filled in as they come: an expression for all of a long text takes longer than its Markdown. */
const kinds = new Uint8Array(0x110000);

/** Runs of letters and digits; of scripts that write without spaces, every character. */
export function countWords(text: string): number {
  let count = 0;
  let isWithin = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0;
    if (code > 0xffff) at += 1;
    const kind = kinds[code] || kindOf(code);
    if (kind === IS_ONE || (kind === CONTINUES && !isWithin)) count += 1;
    isWithin = kind === CONTINUES;
  }
  return count;
}

function kindOf(code: number): number {
  const char = String.fromCodePoint(code);
  const kind = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(char)
    ? IS_ONE
    : /[\p{L}\p{N}\p{M}'’]/u.test(char)
      ? CONTINUES
      : ENDS;
  kinds[code] = kind;
  return kind;
}

import type { Look } from './topic.ts';

/** File permissions, as a number and as letters. */

/** The letters of owner, group and others for the bits 0–7, and for the same with the special bit of each. */
const TRIADS = ['-xSs', '-xSs', '-xTt'].map((last) =>
  Array.from({ length: 16 }, (_, bits) => {
    return `${bits & 4 ? 'r' : '-'}${bits & 2 ? 'w' : '-'}${last[(bits & 1) + (bits & 8 ? 2 : 0)]}`;
  }),
);

/** `4755` → `rwsr-xr-x`; null if it is not a mode. */
export function toLetters(mode: string): string | null {
  if (!/^[0-7]{3,4}$/.test(mode)) return null;
  const [special = 0, ...digits] = Array.from(mode.padStart(4, '0'), Number);
  return TRIADS.map((triads, at) => triads[(digits[at] as number) + (special & (4 >> at) ? 8 : 0)]).join('');
}

/** `rwxr-xr-x` → `755`; a leading file type letter is ignored. */
export function toOctal(letters: string): string | null {
  const [, ...triads] = /^.?(...)(...)(...)$/.exec(letters) ?? [];
  const bits = triads.map((triad, at) => TRIADS[at]?.indexOf(triad) ?? -1);
  if (bits.length === 0 || bits.includes(-1)) return null;
  const special = bits.reduce((sum, each, at) => sum + (each & 8 ? 4 >> at : 0), 0);
  return `${special || ''}${bits.map((each) => each & 7).join('')}`;
}

/** `u=rwx,g=rx,o=` → `rwxr-x---`; fewer letters unless it sets the permissions of owner, group and others. */
function lettersOf(mode: string): string {
  if (!/^[ugoa]{1,4}=[rwx]{0,3}(?:,[ugoa]{1,4}=[rwx]{0,3}){0,5}$/.test(mode)) return mode;
  const may = new Map<string, string>();
  for (const [, who = '', what = ''] of mode.matchAll(/(\w+)=(\w*)/g)) {
    const letters = 'rwx'.replace(/./g, (right) => (what.includes(right) ? right : '-'));
    for (const each of who.replace('a', 'ugo')) may.set(each, letters);
  }
  return Array.from('ugo', (each) => may.get(each) ?? '').join('');
}

/** `Owner: read, write, execute; group: read; others: nothing`. */
function inWords(letters: string): string {
  const may = ['Owner', 'group', 'others'].map((who, at) => {
    const rights = ['read', 'write', 'execute'].filter((_, right) => /[a-z]/.test(letters.charAt(3 * at + right)));
    return `${who}: ${rights.join(', ') || 'nothing'}`;
  });
  return may.join('; ');
}

/** A file mode next to nothing but words about it. */
export const chmod: Look = ({ key, reading: { plain } }) => {
  const mode = /^[-a-z]?[-rwxst]{9}$/.test(plain) ? plain : key;
  // Dashes alone are a line.
  const isLetters = /[rwx]/.test(mode);
  const octal = isLetters ? toOctal(lettersOf(mode)) : mode;
  const symbolic = toLetters(octal ?? '');
  if (!octal || !symbolic) return null;
  return {
    answer: `${octal} ${symbolic} (${inWords(symbolic)})`,
    data: { kind: 'chmod', octal, symbolic, value: isLetters ? octal : symbolic },
  };
};

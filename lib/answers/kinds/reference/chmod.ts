/** File permissions, as a number and as letters. */

/** `4755` → `rwsr-xr-x`; null if it is not a mode. */
export function toLetters(mode: string): string | null {
  if (!/^[0-7]{3,4}$/.test(mode)) return null;
  const [special = 0, ...triads] = [...mode.padStart(4, '0')].map(Number);
  return triads
    .map((bits, at) => {
      const isSpecial = (special & (4 >> at)) !== 0;
      const mark = at === 2 ? 't' : 's';
      const execute = isSpecial ? (bits & 1 ? mark : mark.toUpperCase()) : bits & 1 ? 'x' : '-';
      return `${bits & 4 ? 'r' : '-'}${bits & 2 ? 'w' : '-'}${execute}`;
    })
    .join('');
}

/** `rwxr-xr-x` → `755`; a leading file type letter is ignored. */
export function toOctal(letters: string): string | null {
  const bare = letters.length === 10 ? letters.slice(1) : letters;
  if (!/^(?:[r-][w-][xsS-]){2}[r-][w-][xtT-]$/.test(bare)) return null;
  let special = 0;
  const digits = [0, 1, 2].map((at) => {
    const [read, write, execute = '-'] = bare.slice(at * 3, at * 3 + 3);
    if (/[st]/i.test(execute)) special |= 4 >> at;
    return (read === 'r' ? 4 : 0) + (write === 'w' ? 2 : 0) + (/[xst]/.test(execute) ? 1 : 0);
  });
  return `${special || ''}${digits.join('')}`;
}

/** `u=rwx,g=rx,o=` → `750`; null unless it sets the permissions of owner, group and others. */
export function fromClauses(text: string): string | null {
  if (!/^[ugoa]{1,4}=[rwx]{0,3}(?:,[ugoa]{1,4}=[rwx]{0,3}){0,5}$/.test(text)) return null;
  const may = new Map<string, number>();
  for (const clause of text.split(',')) {
    const [who = '', what = ''] = clause.split('=');
    const bits = (what.includes('r') ? 4 : 0) + (what.includes('w') ? 2 : 0) + (what.includes('x') ? 1 : 0);
    for (const each of who.replace('a', 'ugo')) may.set(each, bits);
  }
  return may.size === 3 ? [...'ugo'].map((each) => may.get(each)).join('') : null;
}

const WHO = ['Owner', 'group', 'others'];

/** `Owner: read, write, execute; group: read; others: nothing`. */
export function inWords(letters: string): string {
  return WHO.map((who, at) => {
    const triad = letters.slice(at * 3, at * 3 + 3);
    const may = [triad[0] === 'r' && 'read', triad[1] === 'w' && 'write', /[xst]/.test(triad[2] ?? '') && 'execute'];
    return `${who}: ${may.filter(Boolean).join(', ') || 'nothing'}`;
  }).join('; ');
}

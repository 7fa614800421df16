/** Words that a question begins with and that say nothing about what is asked, in the languages that triggers know. */
const OPENINGS =
  /^(?:(?:hey|hi|ok|okay|please|pls)[, ]+)?(?:what(?:'s| is| are| was| will be)|whats|tell me|show me|give me|calculate|compute|evaluate|solve|can you (?:tell me|calculate)|how much (?:is|are)|was (?:ist|sind)|wie viel (?:ist|sind)|wieviel (?:ist|sind)|berechne|combien font|combien fait|calcule[rz]?|qu'est-ce que|quel(?:le)? est|cu[aá]nto (?:es|son)|calcula|qu[eé] es|quanto (?:fa|è|é|fazem)|calcola|wat is|hoeveel is|bereken)(?:\s+|(?<=')|$)/i;

/** A query in lower case, with white space folded, typographic quotes and dashes made plain, marks at the end dropped. */
export function folded(q: string): string {
  // Several kinds fold the query that is being answered.
  if (last.q !== q) last = { q, folded: fold(q) };
  return last.folded;
}
let last = { q: '', folded: '' };

function fold(q: string): string {
  let text = q.toLowerCase();
  // Almost every query is plain already.
  if (/[^ -~]| {2}/.test(text)) {
    text = text
      .replace(/[\u2018\u2019\u02bc\u2032]/g, "'")
      .replace(/[\u201c\u201d\u2033]/g, '"')
      .replace(/\s+/g, ' ');
  }
  text = text.trim();
  return /[?!]$/.test(text)
    ? text.replace(/[\s?!]+$/, (tail) => (tail.includes('!') && !tail.includes('?') ? tail : ''))
    : text;
}

/** The folded query without what it opens with: `What is 2 + 2?` → `2 + 2`. */
export function plainOf(q: string): string {
  const text = folded(q);
  // The letters that an opening begins with.
  if (!/^[bceghopqstw]/.test(text)) return text;
  const bare = text.replace(OPENINGS, '');
  return bare === '' ? text : bare;
}

/** A text on one line, without characters that cannot be seen: for the line that people read. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** Opening words of questions that carry no meaning, in the supported languages. */
const OPENINGS =
  /^(?:(?:hey|hi|ok|okay|please|pls)[, ]+)?(?:what(?:'s| is| are| was| will be)|whats|tell me|show me|give me|calculate|compute|evaluate|solve|can you (?:tell me|calculate)|how much (?:is|are)|was (?:ist|sind)|wie viel (?:ist|sind)|wieviel (?:ist|sind)|berechne|combien font|combien fait|calcule[rz]?|qu'est-ce que|quel(?:le)? est|cu[aá]nto (?:es|son)|calcula|qu[eé] es|quanto (?:fa|è|é|fazem)|calcola|wat is|hoeveel is|bereken)(?:\s+|(?<=')|$)/i;

/** The query in lower case, with white space collapsed, plain quotes and dashes, and without final marks. */
export function folded(q: string): string {
  // Several kinds fold the same query.
  if (last.q !== q) last = { q, folded: fold(q) };
  return last.folded;
}
let last = { q: '', folded: '' };

function fold(q: string): string {
  let text = q.toLowerCase();
  // Most queries are already plain.
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

/** The folded query without its opening words: `What is 2 + 2?` → `2 + 2`. */
export function plainOf(q: string): string {
  const text = folded(q);
  // The initials of all openings.
  if (!/^[bceghopqstw]/.test(text)) return text;
  const bare = text.replace(OPENINGS, '');
  return bare === '' ? text : bare;
}

/** A text on one line, without invisible characters, for the answer line. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** Words that a question begins with and that say nothing about what is asked, in the languages that triggers know. */
const OPENINGS =
  /^(?:(?:hey|hi|ok|okay|please|pls)[, ]+)?(?:what(?:'s| is| are| was| will be)|whats|tell me|show me|give me|calculate|compute|evaluate|solve|can you (?:tell me|calculate)|how much (?:is|are)|was (?:ist|sind)|wie viel (?:ist|sind)|wieviel (?:ist|sind)|berechne|combien font|combien fait|calcule[rz]?|qu'est-ce que|quel(?:le)? est|cu[aá]nto (?:es|son)|calcula|qu[eé] es|quanto (?:fa|è|é|fazem)|calcola|wat is|hoeveel is|bereken)(?:\s+|(?<=')|$)/i;

/** A query in lower case, with white space folded, typographic quotes and dashes made plain, marks at the end dropped. */
export function folded(q: string): string {
  return q
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc\u2032]/g, "'")
    .replace(/[\u201c\u201d\u2033]/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s?!]+$/, (tail) => (tail.includes('!') && !tail.includes('?') ? tail : ''));
}

/** The folded query without what it opens with: `What is 2 + 2?` → `2 + 2`. */
export function plainOf(q: string): string {
  const text = folded(q);
  const bare = text.replace(OPENINGS, '');
  return bare === '' ? text : bare;
}

/** A text on one line, without characters that cannot be seen: for the line that people read. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

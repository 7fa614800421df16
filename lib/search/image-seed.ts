/** ` - Site` or ` | Site` at the end of a caption; the site's name may have a dash of its own. */
const TRAILING_SITE = /^(.*\S) [-–—|] .*$/;

/** What to search images for: the caption's own words, if it has any, else the page's query; empty when neither has. */
export function imageSeed(caption: string, query: string): string {
  return usable(caption) || usable(query);
}

/** The text without the name of the site behind it; empty unless a letter or digit is left. */
function usable(text: string): string {
  const folded = text.replace(/\s+/g, ' ').trim();
  const bare = TRAILING_SITE.exec(folded)?.[1] ?? folded;
  // `- Site` alone: better the site's name than nothing.
  const seed = hasWord(bare) ? bare : folded;
  return hasWord(seed) ? seed : '';
}

function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

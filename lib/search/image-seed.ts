/** ` - Site` or ` | Site` at the end of a caption; the site's name may itself contain a dash. */
const TRAILING_SITE = /^(.*\S) [-–—|] .*$/;

/**
 * The query for similar images: the words of the caption, or the page's query if there are none; empty if both have
 * none.
 */
export function imageSeed(caption: string, query: string): string {
  return usable(caption) || usable(query);
}

/** The text without a trailing site name; empty if no letter or digit is left. */
function usable(text: string): string {
  const folded = text.replace(/\s+/g, ' ').trim();
  const bare = TRAILING_SITE.exec(folded)?.[1] ?? folded;
  // For `- Site` alone, the site's name is better than nothing.
  const seed = hasWord(bare) ? bare : folded;
  return hasWord(seed) ? seed : '';
}

function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

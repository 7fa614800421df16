/** Longer ones are data in disguise. */
const MAX_ADDRESS_CHARS = 2_000;

/** The absolute address that a page's link leads to, or empty if it is not one of the web (`javascript:`, `data:`, …). */
export function webAddress(link: string, base: string): string {
  const trimmed = link.trim();
  if (trimmed === '' || trimmed.length > MAX_ADDRESS_CHARS || !URL.canParse(trimmed, base)) return '';
  const { protocol, href } = new URL(trimmed, base);
  return protocol === 'http:' || protocol === 'https:' ? href : '';
}

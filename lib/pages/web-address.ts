/** Longer ones are data in disguise. */
const MAX_ADDRESS_CHARS = 2_000;

/** The absolute address that a page's link leads to, or empty if it is not one of the web (`javascript:`, `data:`, …). */
export function webAddress(link: string, base: string): string {
  const trimmed = link.trim();
  if (trimmed === '' || trimmed.length > MAX_ADDRESS_CHARS) return '';
  try {
    const { protocol, href } = new URL(trimmed, base);
    return protocol === 'http:' || protocol === 'https:' ? href : '';
  } catch (error) {
    // Pages have links that are no addresses. Asking first would parse each twice.
    if (error instanceof TypeError) return '';
    throw error;
  }
}

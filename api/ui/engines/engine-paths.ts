/** The addresses of the pages about engines. */
export const ENGINES = '/admin/engines';

/** The page of an engine or service. */
export function enginePath(slug: string): string {
  return `${ENGINES}/${encodeURIComponent(slug)}`;
}

/** The id of a crawl as Firecrawl writes ids. Some clients check that. */
export function uuidOf(id: string): string {
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The id of a crawl, of either form. */
export function idOf(uuid: string): string {
  return uuid.replaceAll('-', '').toLowerCase();
}

/** A table of names by site. A site is a domain with all its subdomains. */
export type SiteTable = ReadonlyMap<string, readonly string[]>;

/** Reads a table with lines of the form `site site: name name`. */
export function siteTable(text: string): SiteTable {
  const table = new Map<string, string[]>();
  for (const line of text.trim().split('\n')) {
    const [sites = '', names = ''] = line.split(':');
    for (const site of sites.trim().split(/\s+/)) table.set(site, names.trim().split(/\s+/));
  }
  return table;
}

/** The names in the table for a host: those of its site. */
export function namesFor(table: SiteTable, host: string): readonly string[] {
  for (let domain = host; domain !== ''; domain = domain.slice(domain.indexOf('.') + 1)) {
    const names = table.get(domain);
    if (names) return names;
    if (!domain.includes('.')) break;
  }
  return [];
}

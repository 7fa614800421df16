/** The entries of the bundles, with the names of these. */
export const ENTRIES: Readonly<Record<string, string>>;

/** What a key may be allowed to do: groups of endpoints. */
export const scopes = ['search', 'read', 'answers', 'maps', 'translate', 'status', 'manage'] as const;
export type Scope = (typeof scopes)[number];

/** The scope of each endpoint, by its name in usage. An endpoint that is not listed needs none. */
const scopeOfEndpoint: Readonly<Record<string, Scope>> = {
  web: 'search',
  images: 'search',
  news: 'search',
  videos: 'search',
  similar_images: 'search',
  extract: 'read',
  map: 'read',
  crawl: 'read',
  context: 'search',
  rerank: 'search',
  instant: 'answers',
  suggest: 'answers',
  cards: 'answers',
  maps: 'maps',
  translate: 'translate',
  translate_languages: 'translate',
  status: 'status',
  admin: 'manage',
};

/** The scopes that a request to these endpoints needs, in the order of the endpoints. */
export function scopesFor(endpoints: readonly string[]): Scope[] {
  return [...new Set(endpoints.flatMap((endpoint) => scopeOfEndpoint[endpoint] ?? []))];
}

/** Whether a key with these scopes has one; a key without any has all but `manage`. */
export function hasScope(own: readonly Scope[], scope: Scope): boolean {
  return own.length === 0 ? scope !== 'manage' : own.includes(scope);
}

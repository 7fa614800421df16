/** Why a page cannot be read, as far as people are told. */
export type UnreadableKind =
  | 'address'
  | 'answer'
  | 'browser'
  | 'busy'
  | 'certificate'
  | 'damaged'
  | 'empty'
  | 'host'
  | 'large'
  | 'late'
  | 'off'
  | 'other'
  | 'redirects'
  | 'robots'
  | 'robotsUnknown'
  | 'status'
  | 'type'
  | 'unreachable'
  | 'usage';

/** What the API says of a page that it cannot read. The first that fits counts. */
const KINDS: readonly (readonly [RegExp, UnreadableKind])[] = [
  [/^its robots\.txt could not be read/, 'robotsUnknown'],
  [/^robots\.txt/, 'robots'],
  [/^its site does not allow/, 'usage'],
  [/^it loads too much/, 'large'],
  [/^it answered with status/, 'status'],
  [/^its (address|port)/, 'address'],
  [/^its host does not exist/, 'host'],
  [/^too many pages/, 'busy'],
  [/^it is larger|memory|^too large$/, 'large'],
  [/in time$|too long$/, 'late'],
  [/^it redirects/, 'redirects'],
  [/^its certificate/, 'certificate'],
  [/^refused the connection|^could not be reached|^its host name/, 'unreachable'],
  [/browser|^its scripts|^needs_javascript/, 'browser'],
  [/^unsupported type$|^it is not a sitemap$/, 'type'],
  [/^no text$/, 'empty'],
  [/^damaged$|^its encoding/, 'damaged'],
  [/^its site refuses|TLS|HTTP|without an answer$|^its server says|^it answered with no page$/, 'answer'],
  [/EXTRACT=off/, 'off'],
];

/** The kind of a reason that the API gives in English, for pages in other languages. */
export function unreadableKind(reason: string): UnreadableKind {
  return KINDS.find(([pattern]) => pattern.test(reason))?.[1] ?? 'other';
}

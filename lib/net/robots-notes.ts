import { webAddress } from '../pages/web-address.ts';
import { groupedRecords } from './robots-txt.ts';
import { type Usage, usageIn } from './usage-signals.ts';

/** What a robots.txt says beside its rules. */
export interface RobotsNotes {
  /** The seconds that it asks to wait between two requests; null if it does not. */
  crawlDelayS: number | null;
  /** Addresses of sitemaps, in their order. */
  sitemaps: string[];
  /** It names more sitemaps than are noted. */
  moreSitemaps?: true;
  /** What its pages may be used for, by the beginning of their paths. */
  contentSignals: ContentSignals[];
}

export interface ContentSignals {
  path: string;
  usage: Usage;
}

/** Whoever asks for more does not want to be read by programs, and says so by other means. */
const MAX_CRAWL_DELAY_S = 30;
const MAX_SITEMAPS = 100;
const MAX_SIGNALS = 100;
const MAX_VALUE_CHARS = 1_000;

export const NO_NOTES: RobotsNotes = { crawlDelayS: null, sitemaps: [], contentSignals: [] };

/** Reads what a robots.txt says beside its rules: for a robot, or else for all. `origin` is that of the file. */
export function notesFor(robot: string, file: Uint8Array, origin: string): RobotsNotes {
  const own: Group = { crawlDelayS: null, contentSignals: [] };
  const general: Group = { crawlDelayS: null, contentSignals: [] };
  const sitemaps = new Set<string>();
  let isMore = false;
  let hasOwn = false;
  for (const { field, value, isOwn, isGeneral } of groupedRecords(robot, file)) {
    hasOwn ||= isOwn;
    if (value.length > MAX_VALUE_CHARS) continue;
    if (field === 'sitemap') {
      const address = webAddress(value, origin);
      if (address !== '' && sitemaps.size < MAX_SITEMAPS) sitemaps.add(address);
      else if (address !== '' && !sitemaps.has(address)) isMore = true;
    }
    if (isOwn) take(own, field, value);
    if (isGeneral) take(general, field, value);
  }
  return { ...(hasOwn ? own : general), sitemaps: [...sitemaps], ...(isMore && { moreSitemaps: true }) };
}

/** What is said of the page at a path with its query: by the longest beginning of it that anything is said of. */
export function signalsFor({ contentSignals }: Pick<RobotsNotes, 'contentSignals'>, path: string): Usage {
  const usage: Usage = {};
  for (const kind of ['content_signal', 'content_usage'] as const) {
    const said = contentSignals.filter((signals) => signals.usage[kind] && path.startsWith(signals.path));
    const nearest = Math.max(0, ...said.map((signals) => signals.path.length));
    for (const signals of said) {
      if (signals.path.length === nearest) usage[kind] = { ...usage[kind], ...signals.usage[kind] };
    }
  }
  return usage;
}

type Group = Omit<RobotsNotes, 'sitemaps' | 'moreSitemaps'>;

function take(group: Group, field: string, value: string): void {
  if (field === 'crawl-delay' && /^\d{1,9}(?:\.\d{1,9})?$/.test(value)) {
    group.crawlDelayS ??= Math.min(Number(value), MAX_CRAWL_DELAY_S);
  } else if ((field === 'content-signal' || field === 'content-usage') && group.contentSignals.length < MAX_SIGNALS) {
    const [, path = '/', said = value] = /^(\/\S*)\s+(.*)$/.exec(value) ?? [];
    const usage = usageIn({ [field]: said });
    if (Object.keys(usage).length > 0) group.contentSignals.push({ path, usage });
  }
}

import { hostOf } from '../../lib/net/may-read.ts';

/**
 * Hosts that only count, watch or advertise to readers: the most common ones, with all their subdomains. What a page says
 * does not depend on them, and many keep a page busy for as long as it is open.
 */
const HOSTS: ReadonlySet<string> = new Set([
  'ads.linkedin.com',
  'adnxs.com',
  'adsrvr.org',
  'adservice.google.com',
  'amazon-adsystem.com',
  'amplitude.com',
  'analytics.tiktok.com',
  'bat.bing.com',
  'bluekai.com',
  'casalemedia.com',
  'chartbeat.com',
  'chartbeat.net',
  'clarity.ms',
  'cloudflareinsights.com',
  'connect.facebook.net',
  'crazyegg.com',
  'criteo.com',
  'criteo.net',
  'demdex.net',
  'doubleclick.net',
  'everesttech.net',
  'fullstory.com',
  'google-analytics.com',
  'googleadservices.com',
  'googlesyndication.com',
  'googletagmanager.com',
  'heapanalytics.com',
  'hm.baidu.com',
  'hotjar.com',
  'hotjar.io',
  'hs-analytics.net',
  'krxd.net',
  'matomo.cloud',
  'mc.yandex.com',
  'mc.yandex.ru',
  'mixpanel.com',
  'moatads.com',
  'mouseflow.com',
  'nr-data.net',
  'omtrdc.net',
  'openx.net',
  'outbrain.com',
  'parsely.com',
  'plausible.io',
  'pubmatic.com',
  'quantserve.com',
  'rlcdn.com',
  'rubiconproject.com',
  'scorecardresearch.com',
  'segment.com',
  'segment.io',
  'snap.licdn.com',
  'statcounter.com',
  'taboola.com',
]);

/** Whether a request of a page, which is at `pageUrl`, goes to one of them. A page of theirs may have its own. */
export function isTracker(url: string, pageUrl: string): boolean {
  const tracker = trackerIn(url);
  return tracker !== undefined && tracker !== trackerIn(pageUrl);
}

function trackerIn(url: string): string | undefined {
  const labels = URL.canParse(url) ? hostOf(new URL(url)).split('.') : [];
  return labels.map((_, at) => labels.slice(at).join('.')).find((name) => HOSTS.has(name));
}

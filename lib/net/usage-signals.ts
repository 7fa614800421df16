import { z } from 'zod';

/** What a site says its pages may be used for, in the words of the site. What it does not say is absent. */
export const usageSchema = z.object({
  /** `Content-Signal: search=yes, ai-train=no` (contentsignals.org). */
  content_signal: z.record(z.string(), z.string()).optional(),
  /** `Content-Usage: train-ai=n` (IETF AIPREF). */
  content_usage: z.record(z.string(), z.string()).optional(),
  /** `X-Robots-Tag: noindex, noai`: what it says to all robots, and to this one. */
  robots_tag: z.array(z.string()).optional(),
});
export type Usage = z.infer<typeof usageSchema>;

const MAX_CHARS = 2_000;
const MAX_VALUES = 30;
const ROBOT = 'tributary';
/** Directives of `X-Robots-Tag` that have a value after a colon; another name before one is a robot's. */
const WITH_VALUE = /^(?:max-snippet|max-image-preview|max-video-preview|unavailable_after)$/;

/** Reads the headers of a page, or the records of a robots.txt, whose names are in lower case. */
export function usageIn(headers: Readonly<Record<string, string | undefined>>): Usage {
  const signal = preferences(headers['content-signal']);
  const usage = preferences(headers['content-usage']);
  const tags = robotsTags(headers['x-robots-tag']);
  return {
    ...(signal && { content_signal: signal }),
    ...(usage && { content_usage: usage }),
    ...(tags.length > 0 && { robots_tag: tags }),
  };
}

/** What a page says, where it says something, and else what its site says. */
export function usageOf(page: Usage, site: Usage): Usage {
  return { ...site, ...page };
}

/** Why a page may not be given to programs, in the words of its site; null if it does not object. */
export function objectionIn({ content_signal, content_usage, robots_tag = [] }: Usage): string | null {
  if (content_signal?.['ai-input'] === 'no') return 'Content-Signal: ai-input=no';
  if (content_usage?.bots === 'n') return 'Content-Usage: bots=n';
  return robots_tag.includes('noai') ? 'X-Robots-Tag: noai' : null;
}

function preferences(text = ''): Record<string, string> | null {
  const pairs: [string, string][] = [];
  for (const part of text.slice(0, MAX_CHARS).split(',').slice(0, MAX_VALUES)) {
    const [, name, value] = /^\s*([a-z][a-z\d_*.-]{0,39})\s*=\s*([\w.-]{1,40})\s*(?:;.*)?$/i.exec(part) ?? [];
    if (name && value) pairs.push([name.toLowerCase(), value.toLowerCase()]);
  }
  return pairs.length > 0 ? Object.fromEntries(pairs) : null;
}

function robotsTags(text = ''): string[] {
  const tags = new Set<string>();
  // A robot's name counts for what follows it, as far as its header goes; several headers are joined by commas.
  let isForUs = true;
  for (const part of text.slice(0, MAX_CHARS).toLowerCase().split(',').slice(0, MAX_VALUES)) {
    const [, robot, rest = ''] = /^\s*([a-z][a-z\d_-]*)\s*:(.*)$/.exec(part) ?? [];
    const isNamed = robot !== undefined && !WITH_VALUE.test(robot);
    if (isNamed) isForUs = robot === ROBOT;
    const tag = (isNamed ? rest : part).trim();
    if (isForUs && /^[a-z][\w :.+-]{0,79}$/.test(tag)) tags.add(tag);
  }
  return [...tags];
}

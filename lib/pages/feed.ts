import { Parser } from 'htmlparser2';
import { boundedHtml } from './bounded-html.ts';
import { escapeHtml } from './escape-html.ts';
import type { ReadablePage } from './page.ts';
import { isoDate } from './page-date.ts';
import { safeHtml } from './safe-html.ts';
import { arrange } from './structure.ts';
import { webAddress } from './web-address.ts';

const MAX_ITEMS = 100;
const MAX_OPEN = 200;
const MAX_TAGS = 50_000;
const MAX_FIELD_CHARS = 100_000;

/** RSS and Atom have different names for the same things. */
const FIELDS: Record<string, keyof FeedItem> = {
  title: 'title',
  link: 'link',
  pubdate: 'date',
  published: 'date',
  updated: 'date',
  'dc:date': 'date',
  lastbuilddate: 'date',
  author: 'author',
  'dc:creator': 'author',
  'content:encoded': 'content',
  content: 'content',
  description: 'summary',
  summary: 'summary',
  subtitle: 'summary',
  language: 'lang',
};

const CONTAINERS = new Set(['item', 'entry', 'channel', 'feed']);

interface FeedItem {
  title: string;
  link: string;
  date: string;
  author: string;
  content: string;
  summary: string;
  lang: string;
}

const newItem = (): FeedItem => ({ title: '', link: '', date: '', author: '', content: '', summary: '', lang: '' });

/** Reads a feed as a page with a section for each entry. The parser knows no entities but those of HTML, so none can grow. */
export function readFeed(xml: string, url: string): ReadablePage {
  const { feed, items, truncated } = parseFeed(xml);
  const lang = /^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(feed.lang.trim()) ? feed.lang.trim() : '';
  const sections = items.map((item) => section(item, url, lang));
  const bounded = boundedHtml(sections.join('\n'), url);
  arrange(bounded.document.body);
  return {
    title: plain(feed.title),
    description: plain(feed.summary),
    author: plain(feed.author),
    published: isoDate(feed.date, lang),
    lang,
    site: plain(feed.title) || new URL(url).hostname,
    contentType: /<feed[\s>]/i.test(xml.slice(0, 1_024)) ? 'application/atom+xml' : 'application/rss+xml',
    text: '',
    truncated: truncated || bounded.truncated,
    ...safeHtml(bounded.document.body),
  };
}

const plain = (text: string) =>
  text
    .replace(/<[^>]{0,500}>/g, '')
    .replace(/\s+/g, ' ')
    .trim();

function section(item: FeedItem, url: string, lang: string): string {
  const title = escapeHtml(plain(item.title));
  const link = escapeHtml(webAddress(item.link, url));
  const heading = link === '' ? title : `<a href="${link}">${title || link}</a>`;
  const notes = [isoDate(item.date, lang), plain(item.author)].filter(Boolean).map(escapeHtml).join(' · ');
  return `<h2>${heading}</h2>${notes === '' ? '' : `<p>${notes}</p>`}<div>${item.content || item.summary}</div>`;
}

function parseFeed(xml: string): { feed: FeedItem; items: FeedItem[]; truncated: boolean } {
  const feed = newItem();
  const items: FeedItem[] = [];
  const open: string[] = [];
  let current = feed;
  let tags = 0;
  let truncated = false;
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const name = tag.toLowerCase();
        open.push(name);
        tags += 1;
        const isItem = name === 'item' || name === 'entry';
        if (open.length > MAX_OPEN || tags > MAX_TAGS || (isItem && items.length >= MAX_ITEMS)) {
          truncated = true;
          parser.pause();
        } else if (isItem) {
          current = newItem();
          items.push(current);
        } else if (
          name === 'link' &&
          attributes.href !== undefined &&
          (attributes.rel ?? 'alternate') === 'alternate'
        ) {
          current.link ||= attributes.href;
        }
      },
      ontext(data) {
        const field = fieldOf(open);
        if (field === undefined) return;
        current[field] = (current[field] + data).slice(0, MAX_FIELD_CHARS);
      },
      onclosetag(tag) {
        open.pop();
        const name = tag.toLowerCase();
        if (name === 'item' || name === 'entry') current = feed;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  return { feed, items, truncated };
}

/** The field that a text belongs to: that of the element directly in an entry or in the feed. */
function fieldOf(open: string[]): keyof FeedItem | undefined {
  const at = open.findLastIndex((name) => CONTAINERS.has(name));
  const [field = '', within = 'name'] = open.slice(at + 1);
  // An author in Atom has a name, an address and a page.
  return field === 'author' && within !== 'name' ? undefined : FIELDS[field];
}

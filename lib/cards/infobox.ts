import { parseHttpUrl } from '../search/canonical-url.ts';
import { cleanText } from '../search/text.ts';
import type { Infobox } from './cards.ts';

const TITLE_MAX_CHARS = 300;
const TEXT_MAX_CHARS = 2_000;
const VALUE_MAX_CHARS = 500;
const MAX_ATTRIBUTES = 30;
const MAX_LINKS = 20;

/** An infobox as the engine sends it, not yet cleaned. */
export interface RawInfobox {
  title: unknown;
  subtitle?: unknown;
  description?: unknown;
  url?: unknown;
  website?: unknown;
  image?: unknown;
  attributes?: readonly { label: unknown; value: unknown }[];
  links?: readonly { title: unknown; url: unknown }[];
  attribution?: unknown;
}

/** Cleans an infobox; null if it has no title, or nothing but a title. */
export function infoboxFrom(raw: RawInfobox): Infobox | null {
  const card: Infobox = {
    title: cleanText(raw.title, TITLE_MAX_CHARS),
    subtitle: cleanText(raw.subtitle, TITLE_MAX_CHARS),
    description: cleanText(raw.description, TEXT_MAX_CHARS),
    url: addressOf(raw.url),
    website: addressOf(raw.website),
    image: addressOf(raw.image),
    attributes: (raw.attributes ?? [])
      .map(({ label, value }) => ({
        label: cleanText(label, TITLE_MAX_CHARS).replace(/\s*:$/, ''),
        value: cleanText(listIn(typeof value === 'number' ? String(value) : value), VALUE_MAX_CHARS),
      }))
      .filter(({ label, value }) => label !== '' && value !== '')
      .slice(0, MAX_ATTRIBUTES),
    links: (raw.links ?? [])
      .map(({ title, url }) => ({ title: cleanText(title, TITLE_MAX_CHARS), url: addressOf(url) }))
      .filter(({ title, url }) => title !== '' && url !== '')
      .slice(0, MAX_LINKS),
    attribution: cleanText(raw.attribution, TITLE_MAX_CHARS),
  };
  const says = card.description !== '' || card.subtitle !== '' || card.attributes.length > 0;
  return card.title !== '' && says ? card : null;
}

/** Engines break the lines of a list. */
function listIn(value: unknown): unknown {
  if (typeof value !== 'string' || !value.includes('<')) return value;
  return value
    .split(/<br\b[^<>]*>/i)
    .map((item) => item.trim().replace(/,$/, ''))
    .filter(Boolean)
    .join(', ');
}

function addressOf(value: unknown): string {
  return parseHttpUrl(value)?.href ?? '';
}

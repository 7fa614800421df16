import { decodeHTML } from 'entities';
import { NestedTooDeeply, parseShallowJson } from '../json-depth.ts';
import type { DescribedAuthor } from './page-author.ts';

const MAX_ENTITIES = 200;

/** What JSON-LD says of the thing that a page is about. */
export interface LinkedData {
  /** Encyclopaedias describe with a headline what `name` names. */
  headline: string;
  name: string;
  description: string;
  authors: DescribedAuthor[];
  published: string;
  /** Names of the site, and of the company behind it. */
  websites: string[];
  publisher: string;
  /** Whether it is a text, and no event, product or person. */
  isWork: boolean;
}

/** A thing as JSON-LD describes it. */
export type Entity = Record<string, unknown>;

/** All that the scripts of a page describe. */
export const entitiesIn = (scripts: string[]): Entity[] =>
  scripts
    .flatMap(parsed)
    .flatMap((value) => described(value))
    .slice(0, MAX_ENTITIES);

/** The description of the page's subject among all that its scripts describe: crumbs, the publisher, the site. */
export function linkedData(scripts: string[], url: string): LinkedData {
  const entities = entitiesIn(scripts);
  const byId = new Map(entities.map((entity) => [entity['@id'], entity]));
  const ranked = entities.map((entity) => ({ entity, rank: rank(entity, url) })).sort((a, b) => b.rank - a.rank);
  const best = ranked[0];
  const subject = best !== undefined && best.rank > 0 ? best.entity : {};
  const resolved = (value: unknown): unknown =>
    isEntity(value) && !text(value.name) ? (byId.get(value['@id']) ?? value) : value;
  const sites = entities.flatMap((entity) =>
    isOfType(entity, /^WebSite$/) ? [entity] : list(entity.isPartOf).map(resolved),
  );
  return {
    headline: text(subject.headline),
    name: text(subject.name),
    description: text(subject.description),
    authors: list(subject.author ?? subject.creator)
      .map(resolved)
      .map((value) => ({ name: nameOf(value), type: isEntity(value) ? text(list(value['@type'])[0]) : '' }))
      .filter(({ name }) => name !== ''),
    published: text(subject.datePublished) || text(subject.dateCreated) || text(subject.uploadDate),
    websites: sites
      .filter((site) => isEntity(site) && isOfType(site, /^WebSite$/))
      .map(nameOf)
      .filter(Boolean),
    publisher: nameOf(resolved(list(subject.publisher)[0])),
    isWork: text(subject.headline) !== '' || subject.author !== undefined,
  };
}

/** Works have a headline, an author or a date; what surrounds them has names at most, and other works other addresses. */
function rank(entity: Entity, url: string): number {
  const claims = [entity.headline, entity.author, entity.datePublished ?? entity.dateCreated].filter(Boolean).length;
  const addresses = [
    entity.url,
    entity['@id'],
    ...list(entity.mainEntityOfPage).map((page) => (isEntity(page) ? page['@id'] : page)),
  ];
  return claims > 0 && addresses.some((address) => isSamePage(text(address), url)) ? claims + 1 : claims;
}

const isSamePage = (address: string, url: string) => address !== '' && withoutDetails(address) === withoutDetails(url);
const withoutDetails = (address: string) => address.replace(/^https?:\/\/(www\.)?|[#?].*$|\/$/g, '').replace(/\/$/, '');

const OPENING = [/<!--/, /\/\*\s*<!\[CDATA\[\s*\*\//, /\/\/\s*<!\[CDATA\[/, /<!\[CDATA\[/];
const CLOSING = [/-->/, /\/\*\s*\]\]>\s*\*\//, /\/\/\s*\]\]>/, /\]\]>/];
const oneOf = (patterns: readonly RegExp[]) => patterns.map(({ source }) => source).join('|');
const WRAPPER = new RegExp(`^\\s*(?:${oneOf(OPENING)})|(?:${oneOf(CLOSING)})\\s*$`, 'g');

const isOfType = (entity: Entity, type: RegExp) => list(entity['@type']).some((name) => type.test(text(name)));

function parsed(script: string): unknown[] {
  // Templates wrap scripts for old parsers, and put line breaks into texts.
  const json = script.replace(WRAPPER, '').replace(/[\n\r\t]/g, ' ');
  try {
    return [parseShallowJson(json)];
  } catch (error) {
    // A page with a broken description is a page without one.
    if (error instanceof SyntaxError || error instanceof NestedTooDeeply) return [];
    throw error;
  }
}

/** Entities at the top, in a graph, and those that a page names as its main one. */
function described(value: unknown, depth = 0): Entity[] {
  if (depth > 4) return [];
  if (Array.isArray(value)) return value.slice(0, MAX_ENTITIES).flatMap((item) => described(item, depth + 1));
  if (!isEntity(value)) return [];
  return [value, ...described(value['@graph'], depth + 1), ...described(value.mainEntity, depth + 1)];
}

/** Whether a value describes a thing. */
export const isEntity = (value: unknown): value is Entity =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** A value as a list, because JSON-LD may have one or several of anything. */
export const list = (value: unknown): unknown[] =>
  (Array.isArray(value) ? value : value === undefined ? [] : [value]).slice(0, 20);
/** Scripts are not decoded as the rest of a page is, and templates encode their texts all the same. */
export const text = (value: unknown): string => (typeof value === 'string' ? decodeHTML(value).trim() : '');
const nameOf = (value: unknown): string => (isEntity(value) ? text(list(value.name)[0]) : text(value));

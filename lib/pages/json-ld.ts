import { NestedTooDeeply, parseShallowJson } from '../json-depth.ts';

const MAX_ENTITIES = 200;

/** What JSON-LD says of the thing that a page is about. */
export interface LinkedData {
  title: string;
  description: string;
  authors: string[];
  published: string;
  site: string;
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
export function linkedData(scripts: string[]): LinkedData {
  const entities = entitiesIn(scripts);
  const byId = new Map(entities.map((entity) => [entity['@id'], entity]));
  const ranked = entities.map((entity) => ({ entity, rank: rank(entity) })).sort((a, b) => b.rank - a.rank);
  const best = ranked[0];
  const subject = best !== undefined && best.rank > 0 ? best.entity : {};
  const resolved = (value: unknown): unknown =>
    isEntity(value) && !text(value.name) ? (byId.get(value['@id']) ?? value) : value;
  const authors = list(subject.author).map(resolved).map(nameOf).filter(Boolean);
  return {
    title: text(subject.headline) || text(subject.name),
    description: text(subject.description),
    authors: [...new Set(authors)],
    published: text(subject.datePublished) || text(subject.dateCreated) || text(subject.uploadDate),
    site:
      nameOf(resolved(list(subject.publisher)[0])) ||
      text(entities.find(({ '@type': type }) => list(type).includes('WebSite'))?.name),
  };
}

/** Works have a headline, an author or a date; what surrounds them has names at most. */
function rank(entity: Entity): number {
  return [entity.headline, entity.author, entity.datePublished ?? entity.dateCreated].filter(Boolean).length;
}

function parsed(script: string): unknown[] {
  // Templates wrap scripts for old parsers, and put line breaks into texts.
  const json = script
    .replace(
      /^\s*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)|(?:-->|\/\*\s*\]\]>\s*\*\/|\/\/\s*\]\]>|\]\]>)\s*$/g,
      '',
    )
    .replace(/[\n\r\t]/g, ' ');
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

const isEntity = (value: unknown): value is Entity =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): unknown[] =>
  (Array.isArray(value) ? value : value === undefined ? [] : [value]).slice(0, 20);
const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const nameOf = (value: unknown): string => (isEntity(value) ? text(list(value.name)[0]) : text(value));

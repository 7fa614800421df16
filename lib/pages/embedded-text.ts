import { boundedHtml } from './bounded-html.ts';
import { dataHtml } from './data-text.ts';
import { escapeHtml } from './escape-html.ts';
import { type Entity, entitiesIn, isEntity, list, text } from './json-ld.ts';
import { comparable } from './one-line.ts';
import type { PageHead } from './page-head.ts';
import { type SafeHtml, safeHtml } from './safe-html.ts';

/** A page with more text than this has its own. */
const MAX_OWN_CHARS = 2_000;
/** HTML of this length has more text than that, and need not be searched for it. */
const MAX_OWN_HTML_CHARS = 20 * MAX_OWN_CHARS;
const MIN_EMBEDDED_CHARS = 200;
/** How many times the page's own text a text in its data must be to stand for it. */
const MIN_RATIO = 3;
const SAMPLE_CHARS = 80;
const MAX_NOSCRIPT_CHARS = 300_000;
const MAX_STEPS = 200;

/**
 * What was read from a page, or the text that it carries for its scripts and for other programs, where that is far more.
 * The ingredients and steps of a recipe are added where they are missing.
 */
export function withEmbedded(own: SafeHtml, html: string, head: PageHead): SafeHtml {
  const mayDescribe = head.jsonLd.some((script) =>
    /"(?:articleBody|recipeIngredient|recipeInstructions)"/.test(script),
  );
  if (!mayDescribe && own.html.length > MAX_OWN_HTML_CHARS) return own;
  const ownText = plainOf(own.html);
  if (!mayDescribe && ownText.length > MAX_OWN_CHARS) return own;
  const works = mayDescribe ? entitiesIn(head.jsonLd) : [];
  const sources = [
    () => works.map(bodyHtml).join(''),
    ...(ownText.length > MAX_OWN_CHARS ? [] : [() => dataHtml(html), () => noscriptHtml(html)]),
  ];
  let best = own;
  let bestText = ownText;
  for (const source of sources) {
    const found = cleaned(source(), head.base);
    const foundText = plainOf(found.html);
    const isEnough = foundText.length >= MIN_EMBEDDED_CHARS && isMoreOf(ownText, foundText);
    if (isEnough && foundText.length > bestText.length * MIN_RATIO) [best, bestText] = [found, foundText];
  }
  return withRecipes(best, bestText, works, head.base);
}

/** Whether a text has the page's own in it: data may hold other pages. A few words may be there until scripts run. */
function isMoreOf(own: string, found: string): boolean {
  return own.length < MIN_EMBEDDED_CHARS || comparable(found).includes(comparable(own.slice(0, SAMPLE_CHARS)));
}

/** Text of others becomes a part of the page in one way only. */
function cleaned(html: string, base: string): SafeHtml {
  return html === '' ? { html: '', links: [], images: [] } : safeHtml(boundedHtml(html, base).document.body);
}

const plainOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The text of a work, as HTML if it is, with a paragraph for each line if not. */
function bodyHtml(work: Entity): string {
  const body = text(work.articleBody);
  return /<(?:p|br|div|h\d)\b/i.test(body) ? body : paragraphs(body);
}

function paragraphs(body: string): string {
  return body
    .split(/\s*\n\s*/)
    .filter(Boolean)
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('');
}

/** Adds the recipes of which most ingredients or most steps are nowhere in the text. */
function withRecipes(page: SafeHtml, pageText: string, works: Entity[], base: string): SafeHtml {
  const said = comparable(pageText);
  const isMissing = (lines: string[]) =>
    lines.filter((line) => said.includes(comparable(line))).length * 2 < lines.length;
  const missing = works.flatMap((work) => {
    const ingredients = list(work.recipeIngredient).map(text).filter(Boolean);
    const steps = list(work.recipeInstructions)
      .flatMap((step) => stepTexts(step))
      .slice(0, MAX_STEPS);
    return [
      ...(isMissing(ingredients) ? [itemList('ul', ingredients)] : []),
      ...(isMissing(steps) ? [itemList('ol', steps)] : []),
    ];
  });
  if (missing.length === 0) return page;
  return { ...page, html: `${page.html}${cleaned(missing.join(''), base).html}` };
}

/** Steps are texts, or have one; sections have steps. */
function stepTexts(step: unknown, depth = 0): string[] {
  if (!isEntity(step))
    return text(step)
      .split(/\s*\n\s*/)
      .filter(Boolean);
  const own = text(step.text) || (step.itemListElement === undefined ? text(step.name) : '');
  const inner = depth < 3 ? list(step.itemListElement).flatMap((item) => stepTexts(item, depth + 1)) : [];
  return [own, ...inner].filter(Boolean);
}

const itemList = (name: 'ul' | 'ol', items: string[]) =>
  `<${name}>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</${name}>`;

/** The copy of the text for those without scripts. */
function noscriptHtml(html: string): string {
  let found = '';
  for (let at = html.indexOf('<noscript'); at !== -1 && found.length < MAX_NOSCRIPT_CHARS; ) {
    const end = html.indexOf('</noscript', at);
    if (end === -1) break;
    found += html.slice(html.indexOf('>', at) + 1, end);
    at = html.indexOf('<noscript', end);
  }
  return found.slice(0, MAX_NOSCRIPT_CHARS);
}

import { partialWarning } from './page-reading.ts';
import { UNTRUSTED } from './untrusted.ts';

/** Replies in words: what a language model reads of a tool's result. */

type Fields = Readonly<Record<string, unknown>>;

/** Search results as a numbered list; `facts` are the fields that it shows besides title and address. */
export function resultsText(body: unknown, facts: readonly string[]): string {
  const { results, correction } = body as { results: Fields[]; correction?: string };
  const list = results.map((result) => [result.title, result.url, ...facts.map((fact) => result[fact])]);
  const found = list.length > 0 ? numbered(list) : 'No results were found.';
  const notice = results.some(({ content }) => content) ? UNTRUSTED : '';
  return [notice, found, correction && `Did you mean: ${correction}`].filter(Boolean).join('\n\n');
}

/** A page: that it is not to be trusted, where it is from, and its text, or the passages that were asked for. */
export function pageText(page: Fields): string {
  const { title, final_url, site, author, published, content, truncated, partial, chunks } = page;
  const head = [title, final_url, [author, site, published].filter(Boolean).join(', ')].filter(Boolean).join('\n');
  const passages = chunks as { heading: string; text: string }[] | undefined;
  const text = passages?.map((one) => [one.heading, one.text].filter(Boolean).join('\n')).join('\n\n') ?? content;
  const end = partial
    ? partialWarning({ partial: String(partial) })
    : truncated && !passages
      ? 'The page continues beyond this point.'
      : '';
  return [UNTRUSTED, head, text || 'The page has no text.', end].filter(Boolean).join('\n\n');
}

/** Passages under the pages that they are from. */
export function passagesText(body: unknown): string {
  const { passages, partial } = body as { passages: Fields[]; partial: boolean };
  const texts = passages.map(({ url, title, published, heading, text }, at) => {
    const isSamePage = passages[at - 1]?.url === url;
    const head = isSamePage ? [] : [title, url, published];
    return [...head, heading, text].filter(Boolean).join('\n');
  });
  const found = texts.length > 0 ? [UNTRUSTED, ...texts] : ['No passage that answers it was found.'];
  return [...found, partial && 'Time ran out before all pages were read.'].filter(Boolean).join('\n\n');
}

/** The addresses of a site as a list. */
export function linksText(body: unknown): string {
  const { links, has_more, failed } = body as { links: Fields[]; has_more: boolean; failed: Fields[] };
  const list = links.map(({ url, title }) => (title ? `${url} (${title})` : String(url)));
  const found = list.length > 0 ? list.join('\n') : 'No pages were found.';
  const reasons = links.length === 0 ? failed.map(({ url, reason }) => `${url}: ${reason}.`).join('\n') : '';
  return [found, reasons, has_more && 'The site may have more pages.'].filter(Boolean).join('\n\n');
}

/** Pages of a crawl, how far it is, and how to go on. */
export function crawlText(body: unknown): string {
  const { id, state, reason, fetched, failed, next_from, pages } = body as Fields & { pages: Fields[] };
  const texts = pages.map(({ url, title, content }) => [title, url, content].filter(Boolean).join('\n'));
  const counts = `The crawl is ${state}${reason ? ` (${reason})` : ''}: ${fetched} pages read, ${failed} failed.`;
  const more = next_from === null ? '' : `For the next pages, call again with id=${id} and from=${next_from}.`;
  return [pages.length > 0 && UNTRUSTED, ...texts, counts, more].filter(Boolean).join('\n\n');
}

/** Places as a numbered list. */
export function placesText(body: unknown): string {
  const { places } = body as { places: Fields[] };
  const list = places.map(({ display_name, lat, lon, type, osm_url }) => [
    display_name,
    `${lat}, ${lon}`,
    type,
    osm_url,
  ]);
  return list.length > 0 ? numbered(list) : 'No place was found.';
}

/** An instant answer. */
export function answerText(body: unknown): string {
  return (body as { answer: string } | null)?.answer ?? 'There is no instant answer to this question.';
}

/** A translation. */
export function translationText(body: unknown): string {
  return (body as { translated_text: string }).translated_text;
}

/** Suggestions, one per line. */
export function suggestionsText(body: unknown): string {
  const { suggestions } = body as { suggestions: string[] };
  return suggestions.length > 0 ? suggestions.join('\n') : 'There are no suggestions.';
}

/** Outcomes in a `Server-Timing` header that are not failures. */
const FINE = new Set(['ok', 'cached', 'skipped']);

/** The line that names the providers that failed, by the `Server-Timing` header of the reply; empty if none did. */
export function failuresText(serverTiming: string): string {
  const entries = [...serverTiming.matchAll(/([^;,\s]+);dur=\d+;desc="(\w+)"/g)];
  const failed = entries.filter(([, , outcome = '']) => !FINE.has(outcome));
  if (failed.length === 0) return '';
  return `Did not answer: ${failed.map(([, name, outcome]) => `${name} (${outcome})`).join(', ')}.`;
}

/** Numbers the items. Each is a list of lines, of which empty ones are left out. */
function numbered(items: readonly (readonly unknown[])[]): string {
  return items
    .map((lines, index) => `${index + 1}. ${lines.filter((line) => line !== '' && line !== undefined).join('\n   ')}`)
    .join('\n\n');
}

import { DomElement } from './dom.ts';

const PART = /"B:([\da-f]+)","S:\1"/g;
/** Where what stands in a place until its part has come ends. */
const END = '/$';

/**
 * Pages that React sends in parts have them hidden at their end, each with a script that puts it into its place. Puts them
 * there as the scripts do, instead of what asks the reader to wait.
 */
export class StreamedParts {
  readonly #ids: ReadonlySet<string>;
  readonly #places = new Map<string, DomElement>();
  readonly #parts = new Map<string, DomElement>();

  constructor(html: string) {
    this.#ids = new Set(html.includes('"S:') ? [...html.matchAll(PART)].map(([, id = '']) => id) : []);
  }

  isPart(id = ''): boolean {
    return id.startsWith('S:') && this.#ids.has(id.slice(2));
  }

  isPlace(id = ''): boolean {
    return id.startsWith('B:') && this.#ids.has(id.slice(2));
  }

  isEnd(comment: string): boolean {
    return this.#places.size > 0 && comment === END;
  }

  part(element: DomElement, id = ''): void {
    this.#parts.set(id.slice(2), element);
  }

  place(parent: DomElement, id = ''): void {
    this.#places.set(id.slice(2), parent.appendChild(new DomElement('div')));
  }

  end(parent: DomElement): void {
    parent.appendChild(new DomElement('div')).setAttribute('id', END);
  }

  arrange(): void {
    for (const [id, place] of this.#places) {
      const part = this.#parts.get(id);
      if (part === undefined || place.parentNode === null) continue;
      for (let next = place.nextSibling; next !== null; next = place.nextSibling) {
        const isEnd = next.nodeType === 1 && next.id === END;
        next.remove();
        if (isEnd) break;
      }
      place.parentNode.replaceChild(part, place);
    }
  }
}

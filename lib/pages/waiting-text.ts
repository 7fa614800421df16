import type { DomElement } from './dom.ts';
import { CONTROLS, SILENT, SURROUNDINGS } from './element-names.ts';
import type { Unseen } from './page-looks.ts';

/** What is hidden is beside the page; what hides three times as much as is seen hides the page until a script has run. */
const MIN_RATIO = 3;
/** Less is a menu, a form, a message that may be needed. */
const MIN_CHARS = 400;
/** Of the longest such text, what others that are hidden in the same way have if they are parts of the same page. */
const MIN_OF_LONGEST = 0.25;

/** Whether the text of an element is never the text of a page, by its name or its role. */
export function isMuted(name: string, { role }: Record<string, string>): boolean {
  return name === 'a' || SILENT.has(name) || SURROUNDINGS.has(name) || CONTROLS.has(name) || role === 'dialog';
}

/** Tells texts that wait for a script from those that nobody is to see, by how much is hidden and how much is not. */
export class WaitingText {
  readonly #shown: ReadonlySet<number>;
  readonly #blocks = new Map<number, Unseen>();

  /** `shown`: where in the source the elements begin that are not hidden for good. */
  constructor(shown: ReadonlySet<number> = new Set()) {
    this.#shown = shown;
  }

  isShown(at: number): boolean {
    return this.#shown.has(at);
  }

  unseen(way: Unseen['way'], at: number): Unseen {
    const unseen = { way, isCounted: false, chars: 0 };
    this.note(unseen, at);
    return unseen;
  }

  note(unseen: Unseen, at: number): void {
    if (at >= 0) this.#blocks.set(at, unseen);
  }

  /** Where those hidden elements begin that hold the page itself. */
  shown(body: DomElement): ReadonlySet<number> {
    const blocks = [...this.#blocks].filter(([, { chars }]) => chars >= MIN_CHARS);
    if (blocks.length === 0) return new Set();
    const [, longest] = blocks.reduce((most, block) => (block[1].chars > most[1].chars ? block : most));
    const parts = blocks.filter(([, { way, chars }]) => way === longest.way && chars >= longest.chars * MIN_OF_LONGEST);
    const hidden = parts.reduce((sum, [, { chars }]) => sum + chars, 0);
    return hidden >= seenChars(body) * MIN_RATIO ? new Set(parts.map(([at]) => at)) : new Set();
  }
}

/** Of the text that is seen, what is not to be followed. */
function seenChars(body: DomElement): number {
  let chars = body.textContent.replace(/\s+/g, ' ').length;
  for (const element of body.getElementsByTagName('a')) chars -= element.textLength;
  return Math.max(0, chars);
}

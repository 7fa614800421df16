import { setImmediate as nextTurn } from 'node:timers/promises';
import type { VNode } from 'preact';
import type { Provider } from '../../../lib/providers/provider.ts';
import type { Slot } from '../../../lib/providers/roster.ts';
import { isSkipped } from '../../ask/outcomes.ts';
import { pickSlots } from '../../search/engines.ts';
import type { Progress } from '../../search/search.ts';
import { FirstPaint } from '../first-paint.ts';
import { Asking } from './search-parts.tsx';
import type { TabContext } from './search-tab-content.ts';

/** In how many turns of the event loop a page is complete that is in the cache. */
const TURNS_OF_CACHED = 4;

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}

/** The content of a tab while it comes. */
export class ComingContent<Result> implements Progress {
  readonly paint: FirstPaint;
  readonly #context: TabContext;
  readonly #slots: readonly Slot[];
  #merged: () => { results?: Result[] } = () => ({});

  /** `view` shows the results so far, null before there is a list, below whom the page still asks. */
  constructor(context: TabContext, view: (results: Result[] | null, asking: VNode) => VNode) {
    const { show, services, address } = context;
    this.#context = context;
    const slots = pickSlots(services.providers.roster.slots, address.params.engine ?? null);
    this.#slots = slots;
    const usualMs = slots
      .flatMap(({ engines }) => engines.filter(({ stage }) => stage === 0))
      .map(({ name }) => [name, services.usualTimes.of(this.#callTo(name))] as const);
    this.paint = new FirstPaint(new Map(usualMs), (hasList) =>
      show?.(view(hasList ? (this.#merged().results ?? []) : null, <Asking {...this.#asked} hasResults={hasList} />)),
    );
  }

  /** Says what is awaited while there is nothing else to show. */
  note(): VNode {
    return <Asking {...this.#asked} isNote />;
  }

  get #asked(): { count: number; next: string[] } {
    const { left, next } = this.paint;
    const engines = this.#slots.flatMap((slot) => slot.engines).filter(({ name }) => next.includes(name));
    return { count: left, next: engines.map(({ label }) => label) };
  }

  /**
   * Begins the page when the first engine has answered, because a first page then has no other status than 200, and shows
   * the results of the engines that have.
   */
  readonly answered: Progress['answered'] = (answer, merged) => {
    const { provider, outcome } = answer;
    if (isSkipped(answer)) return this.paint.engineSkipped(provider);
    this.#context.services.usualTimes.learn(this.#callTo(provider), outcome);
    if (merged) {
      // If all else is in the cache as well, the whole page follows at once.
      if (outcome.ok && outcome.cached) void turns(TURNS_OF_CACHED).then(() => this.#context.begin());
      else this.#context.begin();
      this.#merged = merged as () => { results?: Result[] };
    }
    this.paint.engineEnded(provider, merged !== null);
  };

  readonly asked = (providers: readonly Provider[]): void => {
    for (const engine of this.#slots.flatMap(({ engines }) => engines)) {
      if (providers.includes(engine.provider)) this.paint.engineAsked(engine.name);
    }
  };

  /** Images may take an engine longer than pages do. */
  #callTo(engine: string): string {
    return `${this.#context.address.tab} ${engine}`;
  }
}

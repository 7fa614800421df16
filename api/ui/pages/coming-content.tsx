import { setImmediate as nextTurn } from 'node:timers/promises';
import type { VNode } from 'preact';
import { isSkipped } from '../../ask/outcomes.ts';
import { pickSlots, providersOf } from '../../search/engines.ts';
import type { OnProgress } from '../../search/search.ts';
import { FirstPaint } from '../first-paint.ts';
import { Asking } from './search-parts.tsx';
import type { TabContext } from './search-tab-content.ts';

/** In how many turns of the event loop a page is complete that is in the cache. */
const TURNS_OF_CACHED = 4;

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}

/** The content of a tab while it comes. */
export class ComingContent<Result> {
  readonly paint: FirstPaint;
  readonly #context: Pick<TabContext, 'begin'>;
  #merged: () => { results?: Result[] } = () => ({});

  /** `view` shows the results so far; null before there is a list. */
  constructor(context: TabContext, view: (results: Result[] | null, left: number) => VNode) {
    const { show, services, address } = context;
    this.#context = context;
    const asked = providersOf(pickSlots(services.providers.roster.slots, address.params.engine ?? null)).length;
    this.paint = new FirstPaint(asked, (hasList) =>
      show?.(view(hasList ? (this.#merged().results ?? []) : null, this.paint.left)),
    );
  }

  /** Says what is awaited while there is nothing else to show. */
  note(): VNode {
    return <Asking count={this.paint.left} />;
  }

  /**
   * Begins the page when the first engine has answered, because a first page then has no other status than 200, and shows
   * the results of the engines that have.
   */
  readonly onProgress: OnProgress = (answer, merged) => {
    if (isSkipped(answer)) return this.paint.engineSkipped();
    if (merged) {
      const { outcome } = answer;
      // If all else is in the cache as well, the whole page follows at once.
      if (outcome.ok && outcome.cached) void turns(TURNS_OF_CACHED).then(() => this.#context.begin());
      else this.#context.begin();
      this.#merged = merged as () => { results?: Result[] };
    }
    this.paint.engineEnded(merged !== null);
  };
}

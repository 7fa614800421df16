import { setTimeout as pause } from 'node:timers/promises';
import { TestSystem } from './test-system.ts';

/** What became of one request. */
export interface Answer {
  what: string;
  /** 0 if there was none before the deadline and its margin. */
  status: number;
  tookMs: number;
  /** Why it is none of those that a caller may get while Redis fails over; null if it is one. */
  problem: string | null;
  /** The engines that a worker asked for it. */
  asked: number;
}

/** How long a request may take. */
export interface Patience {
  deadlineMs: number;
  /** What a busy machine may add. */
  marginMs: number;
}

const PAUSE_MS = 300;

/** Sends searches without an end, new ones and one that is cached, and judges each answer. */
export class Traffic {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #patience: Patience;
  readonly #word = Math.random().toString(36).slice(2, 8);
  readonly #lanes: Promise<void>[];
  #answers: Answer[] = [];
  #searches = 0;
  #ended = false;

  constructor(url: string, key: string, patience: Patience) {
    this.#url = url;
    this.#headers = { authorization: `Api-Key ${key}` };
    this.#patience = patience;
    this.#lanes = [() => this.searchNew(), () => this.searchNew(), () => this.search('cached')].map((send) =>
      this.#lane(send),
    );
  }

  /** The answers since the last call of this. */
  takeAnswers(): Answer[] {
    const answers = this.#answers;
    this.#answers = [];
    return answers;
  }

  /** Searches for something that nobody has searched before. */
  searchNew(): Promise<Answer> {
    this.#searches += 1;
    return this.search(`${this.#word} ${this.#searches}`);
  }

  async search(q: string): Promise<Answer> {
    const path = `/api/v1/web/?q=${encodeURIComponent(q)}`;
    const send = (signal: AbortSignal) => fetch(`${this.#url}${path}`, { headers: this.#headers, signal });
    const answer = await judged(`search "${q}"`, this.#patience, send, ({ status }) => status === 200);
    this.#answers.push(answer);
    return answer;
  }

  async end(): Promise<void> {
    this.#ended = true;
    await Promise.all(this.#lanes);
  }

  async #lane(send: () => Promise<Answer>): Promise<void> {
    while (!this.#ended) {
      await send();
      await pause(PAUSE_MS);
    }
  }
}

/** An answer with what it says. */
export interface Judged extends Answer {
  text: string;
  /** Where it redirects to; empty if it does not. */
  location: string;
  /** Whether it says that the request was served. */
  isFine: boolean;
}

/** Sends a request, and judges its answer: it is `fine`, or a 503 that says when to try again. */
export async function judged(
  what: string,
  { deadlineMs, marginMs }: Patience,
  send: (signal: AbortSignal) => Promise<Response>,
  fine: (answer: Judged) => boolean,
): Promise<Judged> {
  const startedAt = performance.now();
  const answer: Judged = { what, status: 0, tookMs: 0, asked: 0, text: '', location: '', isFine: false, problem: null };
  try {
    const response = await send(AbortSignal.timeout(deadlineMs + marginMs));
    answer.text = await response.text();
    answer.status = response.status;
    answer.location = response.headers.get('location') ?? '';
    const outcomes = Object.values(TestSystem.outcomes(response));
    answer.asked = outcomes.filter((outcome) => outcome === 'ok').length;
    answer.isFine = fine(answer);
    const isHonest = response.status === 503 && Number(response.headers.get('retry-after')) >= 1;
    if (!isHonest && !answer.isFine)
      answer.problem = `${response.status} ${answer.location}${answer.text.slice(0, 300)}`;
  } catch (error) {
    answer.problem = `no answer: ${String(error)}`;
  }
  answer.tookMs = performance.now() - startedAt;
  return answer;
}

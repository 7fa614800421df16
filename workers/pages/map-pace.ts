import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { hostMark } from '../../lib/crawl/found-page.ts';
import { type GateAnswer, HostGate, type RequestEnd } from '../../lib/crawl/host-gate.ts';
import type { Deadline } from '../../lib/deadline.ts';
import type { ErrorReporter } from '../../lib/log/error-reporter.ts';
import { PageFailure, tooLate } from '../../lib/net/page-failure.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import type { Seal } from '../../lib/seal.ts';
import { GatedRequest } from '../crawl/gated-request.ts';

/** What keeps a pace: the gates of hosts. */
export interface PaceOptions {
  redis: Redis;
  seal: Pick<Seal, 'fingerprint'>;
  errors: ErrorReporter;
  /** The gap of a host whose robots.txt names none. */
  gapMs: number;
}

/** The turn of a request would come too late for its map. */
export class NoTurn extends PageFailure {
  constructor() {
    super('its site asks for more time between requests');
  }
}

/**
 * The pace of one map. Most sites have none: a map is a few requests that somebody waits for. Where a site asks for a pace by
 * its robots.txt or by refusing, or a crawl is under way, requests take their turns at the gate of the host with all others.
 */
export class MapPace {
  readonly #options: PaceOptions;
  readonly #deadline: Deadline;

  constructor(options: PaceOptions, deadline: Deadline) {
    this.#options = options;
    this.#deadline = deadline;
  }

  /** Waits for the turn of a host; null if it has no gate to pass. */
  async turn(url: URL): Promise<GatedRequest | null> {
    const gate = this.#gate(url);
    const token = randomUUID();
    for (;;) {
      // Nobody waits for Redis when time is up: the answer of the map would come too late.
      if (this.#deadline.leftMs() <= 0) throw tooLate();
      const passed: GateAnswer = await gate.join(token);
      if (passed.answer === 'open') return null;
      if (passed.answer === 'pass') return new GatedRequest(gate, token, passed);
      if (passed.answer === 'refusing') throw new PageFailure('its site refuses further requests');
      if (passed.waitMs >= this.#deadline.leftMs()) throw new NoTurn();
      await pause(passed.waitMs, undefined, { ref: false });
    }
  }

  /** A host asks for a pace: from now on it has one, for maps and crawls. */
  async setDelay(url: URL, delayMs: number): Promise<void> {
    await this.#gate(url).setDelay(delayMs);
  }

  /** A host refused a request that passed no gate. */
  async refused(url: URL, askedMs: number): Promise<void> {
    await this.#gate(url).end('', 'refused', askedMs);
  }

  #gate(url: URL): HostGate {
    const { redis, seal, gapMs } = this.#options;
    return new HostGate(redis, hostMark(url, seal), gapMs);
  }

  /** One page or file that is fetched, with all of its redirects. */
  visit(): PacedVisit {
    return new PacedVisit(this, this.#options.errors);
  }
}

/** The requests for one page, each of which takes its turn. */
export class PacedVisit {
  readonly #pace: MapPace;
  readonly #errors: ErrorReporter;
  #request: GatedRequest | null = null;
  #isOver = false;

  constructor(pace: MapPace, errors: ErrorReporter) {
    this.#pace = pace;
    this.#errors = errors;
  }

  /** The next request is due: the one before was answered with a redirect. */
  readonly beforeRequest = async (url: URL): Promise<void> => {
    await this.#endRequest('answered');
    const request = await this.#pace.turn(url);
    // Its caller has gone meanwhile: others need not wait until it counts as lost.
    if (this.#isOver) await request?.end('unused');
    else this.#request = request;
  };

  readonly onRequest = (): void => this.#request?.onRequest();

  readonly beforeSending = async (): Promise<void> => {
    const request = this.#request;
    if (request === null) return;
    await request.maySend(async () => true);
    // It is sent in this turn of the loop. From the next one on, the gap counts.
    setImmediate(() => request.sent(this.#errors));
  };

  /** All is over. Returns whether the last request had passed a gate. */
  end(became: RequestEnd, askedMs = 0): Promise<boolean> {
    this.#isOver = true;
    return this.#endRequest(became, askedMs);
  }

  async #endRequest(became: RequestEnd, askedMs = 0): Promise<boolean> {
    const request = this.#request;
    this.#request = null;
    await request?.end(request.wasTried ? became : 'unused', askedMs);
    return request !== null;
  }
}

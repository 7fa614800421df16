import type { GateAnswer, HostGate, RequestEnd } from '../../lib/crawl/host-gate.ts';
import type { ErrorReporter } from '../../lib/log/error-reporter.ts';
import { PageFailure, tooMany } from '../../lib/net/page-failure.ts';
import { isRedisAway } from '../../lib/redis/redis.ts';

/** A crawl that was cancelled sends no request after twice this time. */
export const LOOK_AGAIN_MS = 500;

/** What the owner of a cancelled crawl has no use for: it ends a request, and nobody reads it. */
export const cancelled = () => new PageFailure('its crawl is over');

/** While Redis is away, nobody knows whether a crawl goes on: its page is taken again. */
function unknown(error: unknown): never {
  throw isRedisAway(error) ? tooMany() : error;
}

/** One request that the gate of its host has let through: it is sent in time or not at all, and its gate hears of it. */
export class GatedRequest {
  readonly #gate: HostGate;
  readonly #token: string;
  readonly #sendBy: number;
  readonly #own: HostGate | null;
  readonly #lookedAt = performance.now();
  #wasTried = false;

  /** `own`: the gate of its crawl, if that has one. */
  constructor(gate: HostGate, token: string, { sendBy }: Pick<GateAnswer, 'sendBy'>, own: HostGate | null = null) {
    this.#own = own;
    this.#gate = gate;
    this.#token = token;
    this.#sendBy = sendBy;
  }

  /** Whether its host was connected to, or was to be. */
  get wasTried(): boolean {
    return this.#wasTried;
  }

  /** How long it may still be sent. */
  get leftMs(): number {
    return Math.max(0, this.#sendBy - performance.now());
  }

  /** Its host is connected to. */
  readonly onRequest = () => {
    this.#wasTried = true;
  };

  /** The host is connected: the request may be sent, unless it is too late or its crawl is over. */
  async maySend(isRunning: () => Promise<boolean>): Promise<void> {
    const isOld = performance.now() - this.#lookedAt > LOOK_AGAIN_MS;
    if (isOld && !(await isRunning().catch(unknown))) throw cancelled();
    if (this.leftMs === 0) throw tooMany();
  }

  /** The request was sent. */
  sent(errors: ErrorReporter): void {
    for (const gate of [this.#gate, this.#own]) {
      gate?.begin(this.#token).catch(errors.unlessAway('tell a gate of a request'));
    }
  }

  async end(became: RequestEnd, askedMs = 0): ReturnType<HostGate['end']> {
    const { waitMs, isRefusing } = await this.#gate.end(this.#token, became, askedMs);
    // How the host answers changes its own gap alone.
    const own = await this.#own?.end(this.#token, became === 'unused' ? 'unused' : 'failed');
    return { waitMs: Math.max(waitMs, own?.waitMs ?? 0), isRefusing };
  }
}

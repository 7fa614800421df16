import { Deployment } from './deployment.ts';
import { Ledger } from './ledger.ts';
import { eventually } from './processes.ts';
import { type Answer, type Patience, Traffic } from './traffic.ts';

/** Something that happens to Redis, and what puts it right. */
export interface Fault {
  /** Resolves when Redis has another primary. */
  strike(): Promise<void>;
  /** Resolves when every part is there again. */
  mend(): Promise<void>;
}

/** What a fault did to those who use Tributary. */
export interface FaultReport {
  /** Answers that nobody should get. */
  problems: string[];
  /** Of what was acknowledged since the fault before. */
  lost: string[];
}

/** What a busy machine may add to the deadline of a request, and to the five seconds until all is well again. */
const MARGIN_MS = 10_000;
const PATIENCE: Patience = { deadlineMs: 4_000, marginMs: MARGIN_MS };
const WHOLE_WITHIN_MS = 5_000;
const START_WITHIN_MS = 120_000;

/** Web and worker processes on a Redis of several servers, with searches and changes of accounts that go on meanwhile. */
export class FailoverWatch {
  readonly deployment: Deployment;
  readonly #traffic: Traffic;
  readonly #ledger: Ledger;
  #errors = 0;
  #checked = 0;

  private constructor(deployment: Deployment, ledger: Ledger) {
    this.deployment = deployment;
    this.#traffic = new Traffic(deployment.url, deployment.key, PATIENCE);
    this.#ledger = ledger;
    ledger.begin();
  }

  static async start(redisUrl: string): Promise<FailoverWatch> {
    const deployment = await Deployment.start({
      REDIS_URL: redisUrl,
      REDIS_WAIT_REPLICAS: '1',
      REQUEST_DEADLINE_MS: String(PATIENCE.deadlineMs),
      API_THROTTLE_SUSTAINED: 'off',
      MAX_KEYS_PER_ACCOUNT: '1000000',
      LOG_LEVEL: 'info',
    });
    let watch: FailoverWatch | undefined;
    try {
      const ledger = await Ledger.open(deployment.url, redisUrl, PATIENCE);
      watch = new FailoverWatch(deployment, ledger);
      await watch.#untilWhole(START_WITHIN_MS);
      // The first password loads the lists of bad ones, for seconds on a busy machine.
      const { entries } = ledger;
      const isWarm = () => entries.some(({ kind }) => kind === 'password changed');
      await eventually('a password was changed', isWarm, START_WITHIN_MS);
      return watch;
    } catch (error) {
      await (watch ?? deployment).stop();
      throw new Error(`${String(error)}\n${deployment.output}`);
    }
  }

  /** Lets a fault happen and waits until all is well again. */
  async endure({ strike, mend }: Fault): Promise<FaultReport> {
    await this.#untilChanged();
    this.#takeAnswers();
    await strike();
    await this.#untilWhole();
    await mend();
    await this.#untilWhole();
    await this.#untilChanged();
    return {
      problems: [
        ...this.#takeAnswers().flatMap(({ what, problem }) => (problem === null ? [] : [`${what}: ${problem}`])),
        ...this.#takeErrors(),
      ],
      lost: await this.#checkNew(),
    };
  }

  /** Ends the changes. Returns what was acknowledged from the start on, and is lost. */
  async lost(): Promise<string[]> {
    await this.#ledger.close();
    return this.#ledger.lost();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#traffic.end(), this.#ledger.end()]);
    await this.deployment.stop();
  }

  #checkNew(): Promise<string[]> {
    const unchecked = this.#ledger.entries.slice(this.#checked);
    this.#checked += unchecked.length;
    return this.#ledger.lost(unchecked);
  }

  /** The errors that the processes have logged since the last call of this. */
  #takeErrors(): string[] {
    const { web, worker } = this.deployment;
    const errors = [web, worker].flatMap(({ lines }) => lines.filter(({ level }) => Number(level) >= 50));
    const seen = this.#errors;
    this.#errors = errors.length;
    return errors.slice(seen).map((line) => JSON.stringify(line).slice(0, 1_000));
  }

  #takeAnswers(): Answer[] {
    return [...this.#traffic.takeAnswers(), ...this.#ledger.takeAnswers()];
  }

  async #untilWhole(withinMs = WHOLE_WITHIN_MS + MARGIN_MS): Promise<void> {
    let last: Answer | undefined;
    const isWhole = async () => {
      last = await this.#traffic.searchNew();
      return last.asked === 3;
    };
    await eventually('every engine answers', isWhole, withinMs).catch((error) => {
      throw new Error(`${String(error)}: ${JSON.stringify(last)}\n${this.deployment.output.slice(-6_000)}`);
    });
  }

  /** Waits for another change that is acknowledged. */
  async #untilChanged(): Promise<void> {
    const { length } = this.#ledger.entries;
    await eventually('a change is acknowledged', () => this.#ledger.entries.length > length, 60_000);
  }
}

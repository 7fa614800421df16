import type { Log } from '../log/log.ts';
import type { OperationName } from '../providers/adapter.ts';
import { Presence, type PresenceOptions } from './presence.ts';
import { type JobWriter, knowsOperation, processName, whyUnreadable } from './problems.ts';
import { WORKERS } from './process-kind.ts';
import type { WorkerRecord } from './process-record.ts';

/** What a `WorkerPresence` looks at. */
export interface WorkerPresenceOptions extends PresenceOptions {
  /** What the jobs of this process are written with. */
  writer(): Promise<JobWriter>;
  log: Pick<Log, 'warn'>;
}

/** Tracks which worker processes are alive, and which of them can read the jobs of this process. Only those count. */
export class WorkerPresence extends Presence<WorkerRecord> {
  readonly #options: WorkerPresenceOptions;
  readonly #warned = new Set<string>();
  #able: readonly WorkerRecord[] = [];
  #writer: JobWriter | undefined;

  constructor(options: WorkerPresenceOptions) {
    super(WORKERS, options);
    this.#options = options;
  }

  override async look(dueAt?: number): Promise<void> {
    this.#writer = await this.#options.writer();
    await super.look(dueAt);
  }

  protected override seen(alive: readonly WorkerRecord[]): void {
    this.#able = alive.filter((worker) => {
      const reason = this.#writer ? whyUnreadable(worker, this.#writer) : null;
      if (reason !== null) this.#warn(worker, reason);
      return reason === null;
    });
  }

  override get alive(): readonly WorkerRecord[] {
    return this.#able;
  }

  /** Those that cannot read the jobs of this process as well. */
  get all(): readonly WorkerRecord[] {
    return super.alive;
  }

  /** How many fan-out queues at least one of them takes jobs from. */
  get queues(): number {
    return Math.max(1, ...this.alive.map(({ queues }) => queues));
  }

  /** Whether all of them know an operation. Nobody can tell which of them takes a job. */
  know(operation: OperationName): boolean {
    return this.alive.every((worker) => knowsOperation(worker, operation));
  }

  /** Logs once why a worker cannot read the jobs of this process. */
  #warn(worker: WorkerRecord, reason: string): void {
    const text = `The ${processName('worker', worker)} cannot read the jobs of this process: ${reason}.`;
    if (!this.#warned.has(text)) this.#options.log.warn({ host: worker.host }, text);
    this.#warned.add(text);
  }
}

import { onBeats } from '../beats.ts';
import type { ErrorReporter } from '../log/error-reporter.ts';

/** What sends in the place of workers. */
interface Sender {
  start(): void;
  /** Sends nothing more, and lets what is on its way end. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

/** What a stand-in works with. */
export interface StandInOptions {
  /** How many workers are alive, whether or not they can read the jobs of this process. */
  countWorkers(): number;
  /** Loads what sends: code that few web processes ever need. */
  load(): Promise<Sender>;
  errors: ErrorReporter;
}

const LOOK_EVERY_BEATS = 5;
/** Workers that start together with this process, or again, are there by then. */
const PATIENT_LOOKS = 3;

/**
 * Sends deliveries from a web process while no worker is alive, so that an operator hears that all workers are missing.
 * Leases keep several senders from sending the same: of web processes, and of workers that are back.
 */
export class StandInSender {
  readonly #options: StandInOptions;
  #sender: Promise<Sender | null> | undefined;
  #looksWithout = 0;
  #endBeats = () => {};

  constructor(options: StandInOptions) {
    this.#options = options;
  }

  start(): void {
    this.#endBeats = onBeats(LOOK_EVERY_BEATS, () => this.#look());
  }

  async stop(): Promise<void> {
    this.#endBeats();
    await (await this.#sender)?.close();
  }

  #look(): void {
    if (this.#options.countWorkers() > 0) {
      this.#looksWithout = 0;
      this.#leave();
      return;
    }
    this.#looksWithout += 1;
    if (this.#looksWithout >= PATIENT_LOOKS) this.#sender ??= this.#begin();
  }

  async #begin(): Promise<Sender | null> {
    try {
      const sender = await this.#options.load();
      sender.start();
      return sender;
    } catch (error) {
      this.#options.errors.report(error, 'deliver in the place of workers');
      return null;
    }
  }

  /** Workers are back. What is on its way from here is not sent a second time by them while its lease lasts. */
  #leave(): void {
    const sender = this.#sender;
    this.#sender = undefined;
    sender
      ?.then((it) => it?.leave())
      .catch((error) => this.#options.errors.report(error, 'leave deliveries to workers'));
  }
}

import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** How well a password withstands guessing. */
export interface PasswordStrength {
  /** From 0, guessed at once, to 4. */
  score: number;
  /** What is wrong with it and what to change, in sentences. */
  advice: string[];
}

/** What the thread is given. */
export interface StrengthTask {
  password: string;
  words: string[];
}

/** The estimate takes time by the length, up to a second or two for this many characters. More can only make it stronger. */
const JUDGED_CHARACTERS = 64;

/** People whose password is refused try another one soon. */
const KEPT_MS = 60_000;

let thread: Worker | undefined;
let ending: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Estimates how hard a password is to guess for someone who knows these words. One at a time, in a thread that ends when
 * it is not needed: the dictionaries take half a second to load and 60 MB, and few processes ever set a password.
 */
export function strengthOf(password: string, words: string[]): Promise<PasswordStrength> {
  const task: StrengthTask = { password: [...password].slice(0, JUDGED_CHARACTERS).join(''), words };
  const running = last.then(
    () => estimate(task),
    () => estimate(task),
  );
  last = running;
  return running;
}

async function estimate(task: StrengthTask): Promise<PasswordStrength> {
  clearTimeout(ending);
  thread ??= startThread();
  const estimator = thread;
  estimator.ref();
  estimator.postMessage(task);
  // Fails if the thread does.
  const [strength] = await once(estimator, 'message');
  estimator.unref();
  ending = setTimeout(() => {
    thread = undefined;
    void estimator.terminate();
  }, KEPT_MS).unref();
  return strength;
}

function startThread(): Worker {
  return new Worker(threadFile()).once('error', () => {
    // The estimate that waits for it fails with the error. The next one starts another thread.
    thread = undefined;
  });
}

/** What a guesser knows of an account: its name, which may be an email address, the parts of it, and the service. */
export function ownWords(username: string): string[] {
  return [username, ...username.split('@'), ...username.split(/[^a-z0-9]+/), 'tributary'].filter((word) => word !== '');
}

/** Path of the compiled entry file. Threads run compiled code even when this file runs from source, as in tests. */
function threadFile(): string {
  const folder = import.meta.url.endsWith('.ts') ? '../../dist/lib/accounts/' : './';
  return fileURLToPath(new URL(`${folder}password-strength-thread.js`, import.meta.url));
}

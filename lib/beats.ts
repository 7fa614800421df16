/** All that a process does regularly, it does on a beat, or on every few beats. */
export const BEAT_MS = 900;

let everyMs = BEAT_MS;

/** How long it is from one beat to the next: `BEAT_MS`, but in tests. */
export function beatMs(): number {
  return everyMs;
}

/** For tests, which would wait for beats most of their time. Says so before the first task is there. */
export function beatEvery(ms: number): void {
  everyMs = ms;
}

/** Something that is done regularly. It hears when it was due: a process that was held up is late. */
export type OnBeat = (dueAt: number) => void;

interface Task {
  every: number;
  run: OnBeat;
}

const tasks = new Set<Task>();
let beats = 0;
let dueAt = 0;
let timer: NodeJS.Timeout | undefined;

/**
 * Runs a task on every beat, or on every second, third … one, until the returned function is called. A process has one
 * timer for all such tasks: what they send to Redis leaves as one write, and the process wakes up once, not once for each.
 */
export function onBeats(every: number, run: OnBeat): () => void {
  const task = { every, run };
  tasks.add(task);
  if (!timer) {
    timer = setInterval(beat, everyMs);
    dueAt = performance.now() + everyMs;
  }
  return () => {
    tasks.delete(task);
    if (tasks.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** When the next beat is due, on the monotonic clock. */
export function nextBeatAt(): number {
  return dueAt;
}

function beat(): void {
  beats += 1;
  const wasDueAt = dueAt;
  dueAt = performance.now() + everyMs;
  for (const { every, run } of [...tasks]) if (beats % every === 0) run(wasDueAt);
}

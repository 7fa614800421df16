import type { ChildProcess } from 'node:child_process';

/** How long to wait before a process that ended is started again. */
export function nextPause(previousMs: number, ranForMs: number, firstMs: number): number;

/** The processes of one start. When one of ours ends by itself, or a signal arrives, all end. Redis is started again. */
export class StartProcesses {
  /** `root`: where they work; `logs`: the folder of their logs; `firstPauseMs`: before the first new start of Redis. */
  constructor(options: { root: string; logs: string; say: (line: string) => void; firstPauseMs?: number });
  /** Whether they are being stopped, or have been. */
  readonly stopping: boolean;
  /** The exit code, once all of them have ended. */
  readonly ended: Promise<number>;
  /** Stops all of them when this process is told to end. */
  stopOnSignals(): void;
  /** Starts one of our processes. */
  start(name: string, args: readonly string[], env: Record<string, string>): void;
  /** Waits for a process that takes its time to start, which the signal aborts. If it ends, it is started again. */
  begin(name: string, start: (signal: AbortSignal) => Promise<ChildProcess>): Promise<void>;
  /** What a process has logged since this start. */
  logOf(name: string): string;
  /** Stops the processes in reverse order. */
  stop(code: number): Promise<void>;
}

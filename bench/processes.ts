import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A process of the benchmark, started from dist/. */
export interface BenchProcess {
  child: ChildProcess;
  /** The next JSON line on its stdout. */
  message(): Promise<Record<string, unknown>>;
}

/** Starts a process with a minimal environment. */
export function startProcess(args: readonly string[], env: Record<string, string> = {}): BenchProcess {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  return {
    child,
    message: () =>
      new Promise((resolve, reject) => {
        child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}`)));
        lines.on('line', (line) => {
          if (line.startsWith('{')) resolve(JSON.parse(line) as Record<string, unknown>);
        });
      }),
  };
}

/** Stops a process with SIGTERM and waits for its exit. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

const CLOCK_TICK_MS = 10;

/** CPU time used so far, user and system, in milliseconds. */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS;
}

/**
 * CPU time of the threads that a process has now, in milliseconds. Exact, where the kernel only samples `cpuMs`: a process
 * at rest runs for less than a tick at a time.
 */
export function runningMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const ns = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return ns.reduce((sum, time) => sum + time, 0) / 1e6;
}

/** Resident memory in megabytes. */
export function residentMb(pid: number): number {
  return memoryMb(pid, /VmRSS:\s+(\d+) kB/);
}

/** The most resident memory so far, in megabytes. */
export function peakMb(pid: number): number {
  return memoryMb(pid, /VmHWM:\s+(\d+) kB/);
}

function memoryMb(pid: number, line: RegExp): number {
  return Number(line.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

/** CPU time of this process so far, in milliseconds. */
export function cpuOfThisProcessMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

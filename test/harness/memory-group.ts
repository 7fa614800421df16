import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Where the memory of groups of processes is bounded: by the kernel's first interface or its second. */
const KINDS = [
  { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', failures: 'memory.oom_control' },
  { root: '/sys/fs/cgroup', limit: 'memory.max', failures: 'memory.events' },
];

/** A group of processes that the kernel gives no more memory than this, as on a machine that has no more. */
export class MemoryGroup {
  readonly #folder: string;
  readonly #failures: string;

  private constructor(folder: string, failures: string) {
    this.#folder = folder;
    this.#failures = failures;
  }

  /** Null where nobody may make such a group. */
  static of(bytes: number): MemoryGroup | null {
    for (const { root, limit, failures } of KINDS) {
      const folder = path.join(root, `tributary-test-${process.pid}`);
      try {
        mkdirSync(folder);
      } catch {
        continue;
      }
      try {
        writeFileSync(path.join(folder, limit), String(bytes), { flag: 'r+' });
        return new MemoryGroup(folder, path.join(folder, failures));
      } catch {
        rmdirSync(folder);
      }
    }
    return null;
  }

  /** The command, in the group from its first moment on. */
  run(command: readonly string[]): [string, ...string[]] {
    return ['sh', '-c', `echo $$ > ${this.#folder}/cgroup.procs && exec "$@"`, 'sh', ...command];
  }

  /** How many of its processes were killed because there was no memory left. */
  get killed(): number {
    return Number(/^oom_kill (\d+)$/m.exec(readFileSync(this.#failures, 'utf8'))?.[1]);
  }

  remove(): void {
    rmdirSync(this.#folder);
  }
}

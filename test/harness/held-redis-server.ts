import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { ensureRedis } from '../../bin/redis.js';
import type { ProjectCopy } from './project-copy.ts';

/** A redis-server for PATH that becomes the real one when the test says so. */
export class HeldRedisServer {
  /** The folder to put into PATH. */
  readonly folder: string;
  readonly #startedMark: string;
  readonly #gate: string;

  constructor(copy: ProjectCopy) {
    const real = ensureRedis();
    this.folder = copy.path('held');
    this.#startedMark = copy.path('started');
    this.#gate = copy.path('gate');
    const libraries = real.env.LD_LIBRARY_PATH ? `export LD_LIBRARY_PATH='${real.env.LD_LIBRARY_PATH}'` : '';
    const program = `${this.folder}/redis-server`;
    mkdirSync(this.folder);
    writeFileSync(
      program,
      `#!/bin/sh
${libraries}
if [ "$1" != --version ]; then
  : > '${this.#startedMark}'
  while [ ! -e '${this.#gate}' ]; do sleep 0.05; done
fi
exec '${real.path}' "$@"
`,
    );
    chmodSync(program, 0o755);
  }

  /** Whether somebody has started it. */
  get isStarted(): boolean {
    return existsSync(this.#startedMark);
  }

  release(): void {
    writeFileSync(this.#gate, '');
  }
}

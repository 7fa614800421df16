import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureRedis } from '../../bin/redis.js';

/** A redis-server for PATH that becomes the real one when the test says so. */
export class HeldRedisServer {
  /** The folder to put into PATH. */
  readonly folder: string;
  readonly program: string;
  readonly #startedMark: string;
  readonly #gate: string;

  /** `home`: where it may put its files. */
  constructor(home: string) {
    const real = ensureRedis();
    this.folder = path.join(home, 'held');
    this.program = path.join(this.folder, 'redis-server');
    this.#startedMark = path.join(home, 'started');
    this.#gate = path.join(home, 'gate');
    const libraries = real.env.LD_LIBRARY_PATH ? `export LD_LIBRARY_PATH='${real.env.LD_LIBRARY_PATH}'` : '';
    mkdirSync(this.folder);
    writeFileSync(
      this.program,
      `#!/bin/sh
${libraries}
if [ "$1" != --version ]; then
  echo $$ > '${this.#startedMark}.new' && mv '${this.#startedMark}.new' '${this.#startedMark}'
  while [ ! -e '${this.#gate}' ]; do sleep 0.05; done
fi
exec '${real.path}' "$@"
`,
    );
    chmodSync(this.program, 0o755);
  }

  /** Its process, once somebody has started it. */
  get pid(): number | undefined {
    return existsSync(this.#startedMark) ? Number(readFileSync(this.#startedMark, 'utf8')) : undefined;
  }

  release(): void {
    writeFileSync(this.#gate, '');
  }
}

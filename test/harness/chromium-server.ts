import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../../tools/chromium.js';

/** Path of the browser, or null: then what needs it is skipped. */
export const chromiumPath = findChromium();

/** The flags with which the systemd unit starts the browser, but those that say where it is. */
function unitFlags(): string[] {
  const unit = readFileSync('deploy/systemd/tributary-browser.service', 'utf8');
  const [, command = ''] = /^ExecStart=((?:.*\\\n)*.*)$/m.exec(unit) ?? [];
  const flags = command.replaceAll('\\\n', ' ').split(/\s+/).slice(1);
  return flags.filter(isElsewhere).map((flag) => flag.replaceAll('\\x20', ' '));
}

/** Those with which the image starts it. */
export function imageFlags(): string[] {
  const [, list = ''] = /^ENTRYPOINT \[((?:.|\n)*?)\]$/m.exec(readFileSync('deploy/browser/Dockerfile', 'utf8')) ?? [];
  const flags = JSON.parse(`[${list.replaceAll('\\\n', '')}]`) as string[];
  return flags.slice(1).filter(isElsewhere);
}

const isElsewhere = (flag: string) => !/^--(?:remote-debugging|user-data-dir)/.test(flag);

/** A browser as operators run it, which takes commands at `url`. */
export class ChromiumServer {
  readonly url: string;
  readonly #process: ChildProcess;
  readonly #profile: string;

  private constructor(url: string, child: ChildProcess, profile: string) {
    this.url = url;
    this.#process = child;
    this.#profile = profile;
  }

  /** `port` is that of one that has ended. */
  static async start(port = 0, flags = unitFlags()): Promise<ChromiumServer> {
    const profile = mkdtempSync(join(tmpdir(), 'browser-'));
    const own = ['--no-sandbox', `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`];
    const child = spawn(chromiumPath ?? '', [...flags, ...own], {
      stdio: ['ignore', 'ignore', 'pipe'],
      // Some distributions start it by a script, whose end is not that of the browser.
      detached: true,
    });
    const url = await new Promise<string>((resolve, reject) => {
      let said = '';
      child.stderr?.on('data', (chunk) => {
        said += String(chunk);
        const address = /DevTools listening on ws:\/\/([^/\s]+)/.exec(said)?.[1];
        if (address) resolve(`http://${address}`);
      });
      child.on('exit', () => reject(new Error(`The browser has ended: ${said}`)));
    });
    return new ChromiumServer(url, child, profile);
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null) {
      const ended = new Promise((resolve) => this.#process.once('exit', resolve));
      process.kill(-(this.#process.pid as number), 'SIGKILL');
      await ended;
    }
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

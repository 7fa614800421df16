import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runNode } from '../harness/command-line.ts';

/** A machine whose programs are all in one folder; nothing is ever installed by these tests. */
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tributary-chromium-'));
  mkdirSync(path.join(folder, 'elsewhere'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function program(name: string, script: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** What `tools/chromium.js` finds, or installs, as this user. */
async function run(call: 'findChromium' | 'ensureChromium', { root = false, env = {} } = {}) {
  const module = JSON.stringify(pathToFileURL(path.resolve('tools/chromium.js')).href);
  const code = `process.getuid = () => ${root ? 0 : 1000};
    import(${module}).then((m) => console.log(JSON.stringify(m.${call}((line) => console.error(line)))));`;
  const { stdout, stderr } = await runNode(['-e', code], { env: { PATH: folder, ...env } });
  return { found: JSON.parse(stdout) as string | null, said: stderr };
}

const RUNS = 'echo Chromium 1';
const calls = () => {
  const file = path.join(folder, 'apt-calls');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
};
const apt = (does: string) =>
  program(
    'apt-get',
    `[ "$1" = --version ] && exit 0
for word; do case $word in
  update) echo update >> "${folder}/apt-calls";;
  chromium*) echo "install $word" >> "${folder}/apt-calls"; ${does};;
esac; done`,
  );

describe('the browser of the browser tests', () => {
  test('is the first on PATH that runs', async () => {
    program('chromium', 'echo "install the snap first"; exit 10');
    const real = program('google-chrome', RUNS);
    expect((await run('findChromium')).found).toBe(real);
    expect((await run('ensureChromium', { root: true })).found).toBe(real);
    const shell = program('chromium-headless-shell', RUNS);
    expect((await run('findChromium')).found).toBe(shell);
  });

  test('is the one that CHROMIUM_PATH names, or none', async () => {
    program('chromium', RUNS);
    const other = program('elsewhere/browser', RUNS);
    expect((await run('findChromium', { env: { CHROMIUM_PATH: other } })).found).toBe(other);
    expect((await run('findChromium', { env: { CHROMIUM_PATH: '/no/such/browser' } })).found).toBeNull();
  });

  const SHELL = 'chromium-headless-shell';
  test.each([
    ['is there', '', SHELL, ['update', `install ${SHELL}`]],
    ['is not', `[ $word = ${SHELL} ] && exit 100;`, 'chromium', ['update', `install ${SHELL}`, 'install chromium']],
  ])('is installed where it is missing, as root with apt-get; a package of the headless shell %s', async (...row) => {
    const [, refuses, name, expected] = row;
    const place = path.join(folder, name);
    apt(`${refuses} printf '#!/bin/sh\n${RUNS}\n' > "${place}"; /bin/chmod 755 "${place}"`);
    const { found, said } = await run('ensureChromium', { root: true });
    expect([found, calls()]).toEqual([place, expected]);
    expect(said).toContain('installing Chromium');
    expect(said).not.toContain('NO BROWSER');
    expect((await run('ensureChromium', { root: true })).found).toBe(place);
    expect(calls()).toEqual(expected);
  });

  test.each([
    ['as a plain user', false, 'exit 0', []],
    ['when that fails', true, 'echo "E: no network" >&2; exit 100', ['update', `install ${SHELL}`, 'install chromium']],
    [
      'when what it brought does not run',
      true,
      'cd "$(/usr/bin/dirname "$0")" && echo "exit 10" > $word && /bin/chmod 755 $word',
      ['update', `install ${SHELL}`],
    ],
  ])('is missed loudly %s', async (_, root, does, expected) => {
    apt(does);
    const { found, said } = await run('ensureChromium', { root });
    expect([found, calls()]).toEqual([null, expected]);
    expect(said).toContain('NO BROWSER: the browser tests will be SKIPPED.');
  });

  test('is missed loudly where there is no apt-get', async () => {
    const { found, said } = await run('ensureChromium', { root: true });
    expect(found).toBeNull();
    expect(said).toContain('NO BROWSER');
  });
});

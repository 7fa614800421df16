import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runNode } from '../harness/command-line.ts';

/** A project and a machine whose programs are all in one folder; nothing is ever downloaded by these tests. */
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tributary-nginx-'));
  for (const room of ['bin', 'tools']) mkdirSync(path.join(folder, room));
  mkdirSync(path.join(folder, '.data'));
  for (const file of ['tools/nginx.js', 'bin/apt-package.js']) cpSync(file, path.join(folder, file));
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function program(name: string, script: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

async function run(call: 'findNginx' | 'ensureNginx') {
  const module = JSON.stringify(pathToFileURL(path.join(folder, 'tools', 'nginx.js')).href);
  const code = `import(${module}).then((m) => console.log(JSON.stringify(m.${call}((line) => console.error(line)))));`;
  const { stdout, stderr } = await runNode(['-e', code], { env: { PATH: folder } });
  return { found: JSON.parse(stdout) as { path: string } | null, said: stderr };
}

const PLAN = 'echo "Inst nginx-common (1.0 Debian)"; echo "Inst nginx (1.0 Debian)"';
/** Offers nginx; what `download` brings is a script, which the other program puts into its place. */
const apt = (plan: string) =>
  program(
    'apt-get',
    `for word; do case $word in install) ${plan}; exit 0;; download) echo "nginx" > nginx.deb; exit 0;; esac; done`,
  );
const unpacks = (script: string) =>
  program(
    'dpkg-deb',
    `/bin/mkdir -p "$3/usr/sbin"; printf '#!/bin/sh\n${script}\n' > "$3/usr/sbin/nginx"; /bin/chmod 755 "$3/usr/sbin/nginx"`,
  );

describe('the nginx of the tests behind a proxy', () => {
  test('is the one on PATH, if it runs', async () => {
    program('nginx', 'exit 1');
    expect((await run('findNginx')).found).toBeNull();
    const real = program('nginx', 'exit 0');
    expect(await run('ensureNginx')).toMatchObject({ found: { path: real, env: {} }, said: '' });
  });

  test('is unpacked into the project where it is missing, once', async () => {
    apt(PLAN);
    unpacks('exit 0');
    const place = path.join(folder, '.data', 'nginx', 'usr', 'sbin', 'nginx');
    const first = await run('ensureNginx');
    expect(first.found?.path).toBe(place);
    expect(first.said).toContain("unpacking this distribution's nginx");
    expect(first.said).not.toContain('NO NGINX');
    expect(await run('ensureNginx')).toMatchObject({ found: { path: place }, said: '' });
  });

  test.each([
    ['where there is no apt-get', () => {}, /ENOENT/],
    ['when apt-get offers none', () => apt('exit 0'), /apt-get offers no nginx/],
    ['when what it brought does not run', () => [apt(PLAN), unpacks('exit 1')], /SKIPPED/],
  ])('is missed loudly %s', async (_, prepare, reason) => {
    prepare();
    const { found, said } = await run('ensureNginx');
    expect(found).toBeNull();
    expect(said).toContain('NO NGINX: the tests behind a proxy will be SKIPPED. Install nginx');
    expect(said).toMatch(reason);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimFolder, refusal } from '../../bin/one-start.js';
import { runNode } from '../harness/command-line.ts';
import { close, listen, testPort } from '../harness/ports.ts';

const HOST = '127.0.0.1';
let folder: string;
let claim: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tributary-claim-'));
  claim = path.join(folder, 'start.pid');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a port that another server answers on is told with the next free one, and that server is asked nothing', async () => {
  const port = await testPort();
  const heard: (string | undefined)[] = [];
  const taken = await listen(port, ({ url }) => heard.push(url));
  const next = await listen(port + 1).catch(() => null);
  try {
    const sentence = /^Port (\d+) is in use\. Try: PORT=(\d+) npm start$/.exec(
      (await refusal(claim, { PORT: String(port), HOST })) ?? '',
    );
    expect(sentence?.[1]).toBe(String(port));
    expect(Number(sentence?.[2])).toBeGreaterThan(port + 1);
    // Whoever that is must not be handed our key.
    expect(heard).toEqual([]);
  } finally {
    await close(taken);
    if (next) await close(next);
  }
  expect(await refusal(claim, { PORT: String(port), HOST })).toBeNull();
});

test('a folder is refused while the start that claimed it runs, whatever the port', async () => {
  await claimFolder(claim);
  const sentence = `Tributary is already running (process ${process.pid}). Stop it with Ctrl-C in its terminal, or run: kill ${process.pid}`;
  expect(await refusal(claim, { PORT: String(await testPort()), HOST })).toBe(sentence);
  expect(await refusal(claim, { PORT: 'abc', HOST })).toBe(sentence);
});

test.each([
  ['the number of any process, here of this test', String(process.pid)],
  ['the port of another server', `${process.pid} 1 token`],
])('a claim that a killed start left behind refuses nobody: it names %s', async (_what, text) => {
  writeFileSync(claim, text);
  expect(await refusal(claim, { PORT: String(await testPort()), HOST })).toBeNull();
});

test.each(['abc', '70000'])('a PORT of %s is left to the settings', async (PORT) => {
  expect(await refusal(claim, { PORT, HOST })).toBeNull();
});

test.each(['dist/workers/main.js', 'dist/api/server.js'])(
  '%s names settings that cannot be right, and exits',
  async (file) => {
    const env = { PORT: 'abc', API_THROTTLE_BURST: 'often', BRAVE_API_KEY: 'hunter 2' };
    const { code, stdout, stderr } = await runNode([path.resolve(file)], { env });
    expect(code).toBe(1);
    for (const name of Object.keys(env)) expect(stderr).toMatch(new RegExp(`^ +${name}: \\S+`, 'm'));
    expect(stdout + stderr).not.toContain('hunter 2');
  },
);

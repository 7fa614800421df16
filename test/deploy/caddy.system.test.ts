import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Agent, fetch, type RequestInit } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPort } from '../harness/ports.ts';
import { eventually } from '../harness/processes.ts';
import { Stack } from '../harness/stack.ts';
import { steadyLoad } from '../harness/steady-load.ts';

const hasCaddy = spawnSync('caddy', ['version']).status === 0;
if (!hasCaddy)
  process.stderr.write('\n*** NO CADDY: the tests behind it are SKIPPED. Install caddy to run them. ***\n\n');

/** Accepts the certificate, which no authority has signed. */
const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
/** The Caddyfile with the addresses of a test, and with a certificate, which Caddy would otherwise ask an authority for. */
function caddyfile(port: number, webs: readonly string[]): string {
  const certificate = path.resolve('test/fixtures/self-signed');
  const text = readFileSync('deploy/caddy/Caddyfile', 'utf8')
    .replace(
      'search.example.org {',
      `https://127.0.0.1:${port} {\n\ttls ${certificate}.cert.pem ${certificate}.key.pem`,
    )
    .replace('127.0.0.1:3000 127.0.0.1:3001', webs.map((web) => new URL(web).host).join(' '));
  return `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${text}`;
}

describe.skipIf(!hasCaddy)('behind Caddy', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tributary-caddy-'));
  let stack: Stack;
  let caddy: ChildProcess;
  let origin = '';
  const send = (target: string, init: RequestInit = {}) =>
    fetch(`${origin}${target}`, { redirect: 'manual', ...init, dispatcher });

  beforeAll(async () => {
    const port = await testPort();
    origin = `https://127.0.0.1:${port}`;
    const proxied = { PUBLIC_URL: origin, TRUST_PROXY: '127.0.0.1', SHUTDOWN_DRAIN_MS: '3000' };
    stack = await Stack.start({ web: 2, env: { ...proxied, REQUEST_DEADLINE_MS: '20000' } });
    const file = path.join(folder, 'Caddyfile');
    writeFileSync(file, caddyfile(port, stack.urls));
    const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { env, stdio: 'ignore' });
    await eventually('Caddy serves', async () => (await send('/healthz')).status === 200);
  });
  afterAll(async () => {
    if (caddy) {
      const ended = once(caddy, 'exit');
      caddy.kill('SIGKILL');
      await ended;
    }
    await stack?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a program searches at the public address, and a stream arrives event by event', async () => {
    const headers = { authorization: `Api-Key ${stack.key}` };
    await eventually('a search', async () => (await send('/api/v1/web/?q=linux', { headers })).status === 200);
    expect(await (await send('/api/v1/', { headers })).json()).toMatchObject({ web: `${origin}/api/v1/web/` });

    await stack.hold('mojeek', 'marginalia');
    const { body } = await send('/api/v1/web/stream/?q=unix', { headers });
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of body ?? []) {
      // The other engines answer only after the first event is here.
      if (text === '') await stack.healUpstreams();
      text += decoder.decode(chunk, { stream: true });
    }
    expect(text).toMatch(/^event: engine\ndata: \{"engine":"engine_a"/);
    expect(text).toMatch(/event: done\ndata: .*\n\n$/);
  });

  test('a web process is stopped, and no request fails', async () => {
    const load = steadyLoad(send);
    try {
      await load.goesOn();
      expect(await stack.webs[0]?.stop('SIGTERM')).toBe(0);
      await load.goesOn();
    } finally {
      await load.end();
    }
    expect(load.failed).toEqual([]);
  });
});

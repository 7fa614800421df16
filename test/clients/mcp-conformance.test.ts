import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareEnvironment } from '../harness/command-line.ts';
import { TestApp } from '../harness/test-app.ts';

/**
 * The official conformance suite. The scenarios that are left out need what Tributary does not offer (resources, prompts,
 * completion, logging, sampling, elicitation, tasks, event streams), or tools with the names of the suite's own server.
 */
const SCENARIOS: [scenario: string, version: string, doesNotApply?: string[], mustPass?: string[]][] = [
  ['server-initialize', '2025-11-25'],
  ['ping', '2025-11-25'],
  ['tools-list', '2025-11-25'],
  ['dns-rebinding-protection', '2025-11-25'],
  [
    'server-stateless',
    '2026-07-28',
    [
      // These four call tools of the suite's own server.
      'sep-2575-server-rejects-undeclared-capability',
      'sep-2575-missing-capability-http-400',
      'sep-2575-http-server-no-independent-requests-on-stream',
      'sep-2575-server-no-log-without-loglevel',
    ],
    // `subscriptions/listen`: the suite passes over these checks if a server does not have it.
    [
      'sep-2575-server-sends-subscription-ack',
      'sep-2575-server-tags-subscription-id',
      'sep-2575-server-honors-notification-filter',
    ],
  ],
  ['tools-list', '2026-07-28'],
  ['dns-rebinding-protection', '2026-07-28'],
  // There are no prompts and no resources.
  [
    'caching',
    '2026-07-28',
    ['prompts-list', 'resources-list', 'resources-templates-list'].map((name) => `sep-2549-${name}-caching-hints`),
  ],
  ['http-header-validation', '2026-07-28'],
];

let app: TestApp;
/** The suite sends no key, so this adds one to each of its requests. */
let withKey: Server;
beforeAll(async () => {
  app = await TestApp.start({ queue: 'redis', workers: 0 });
  withKey = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${app.key}` };
    const forwarded = request(`${app.urls[0]}${incoming.url}`, { method: incoming.method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  withKey.listen(0, '127.0.0.1');
  await once(withKey, 'listening');
});
afterAll(async () => {
  withKey?.closeAllConnections();
  withKey?.close();
  await app?.stop();
});

test.each(SCENARIOS)(
  '%s, %s',
  async (scenario, version, doesNotApply = [], mustPass = []) => {
    const url = `http://localhost:${(withKey.address() as AddressInfo).port}/mcp`;
    const suite = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';
    const args = ['--import', './node-20-fs.js', suite, 'server', '--url', url];
    const child = spawn(process.execPath, [...args, '--scenario', scenario, '--spec-version', version], {
      cwd: path.resolve('test/clients'),
      env: bareEnvironment(),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    await once(child, 'close');
    const checks = [...stripVTControlCharacters(output).matchAll(/\[([\w-]+) *\] (SUCCESS|FAILURE)/g)];
    const failed = checks.filter(([, , outcome]) => outcome === 'FAILURE').map(([, check]) => check);
    const passed = checks.flatMap(([, check, outcome]) => (outcome === 'SUCCESS' ? [check] : []));
    expect(passed).not.toEqual([]);
    expect(passed).toEqual(expect.arrayContaining(mustPass));
    expect(failed).toEqual(doesNotApply);
  },
  60_000,
);

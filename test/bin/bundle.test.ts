import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerKinds } from '../../lib/answers/registry.ts';
import { sendMcp } from '../harness/mcp.ts';
import { eventually } from '../harness/processes.ts';
import { Stack } from '../harness/stack.ts';
import { Visitor } from '../harness/visitor.ts';

const bundled = readdirSync('dist')
  .filter((name) => name.endsWith('.js'))
  .map((name) => ({ name, text: readFileSync(path.join('dist', name), 'utf8') }));

describe('the files of the bundles', () => {
  test('are those of every process, with their source maps', () => {
    const names = bundled.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['web.js', 'worker.js', 'cli.js', 'thread.js']));
    for (const name of names) expect(existsSync(`dist/${name}.map`), name).toBe(true);
  });

  test('find each data file that the sources name', () => {
    const named = ['api', 'lib']
      .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => path.join(folder, String(name))))
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/new URL\('(\.\/data\/[^']+)', import\.meta\.url\)/g)].map(([, data]) =>
          path.join('dist', path.dirname(file), data as string),
        ),
      );
    const found = bundled.flatMap(({ text }) =>
      [...text.matchAll(/new URL\("(\.\/data\/[^"]+)", new URL\("([^"]+)", import\.meta\.url\)\.href\)/g)].map(
        ([, data, code]) => path.join('dist', path.dirname(code as string), data as string),
      ),
    );
    expect(named.length).toBeGreaterThan(50);
    expect([...new Set(found)].sort()).toEqual([...new Set(named)].sort());
    expect(found.filter((file) => !existsSync(file))).toEqual([]);
  });

  test('name no folder of the machine that built them', () => {
    expect(bundled.filter(({ text }) => text.includes(process.cwd())).map(({ name }) => name)).toEqual([]);
  });
});

describe('a deployment', { timeout: 60_000 }, () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await Stack.start();
  });
  afterAll(() => stack?.stop());

  test('loads what answers each kind of question by itself', async () => {
    for (const { type, example } of answerKinds.filter(({ runs }) => runs !== 'provider')) {
      // On a busy machine, a thread may be too late at first.
      await eventually(type, async () => {
        const { body } = await stack.get(`/api/v1/instant/?${new URLSearchParams({ q: example })}`);
        return body?.type === type;
      });
    }
  });

  test('loads the API reference and its files', async () => {
    const visitor = new Visitor(stack.urls[0] as string);
    for (const file of ['', '/static/swagger-ui-bundle.js', '/static/theme/docs.css', '/json', '/yaml']) {
      expect([file, (await visitor.get(`/docs${file}`)).status]).toEqual([file, 200]);
    }
  });

  test('loads the check of passwords, and the queue dashboard with its files', async () => {
    const admin = await Visitor.signedIn(stack, 'root', { admin: true });
    const { status, text } = await admin.get('/admin/queues');
    const script = /src="(static\/[^"]+)"/.exec(text)?.[1];
    expect([status, script]).toEqual([200, expect.any(String)]);
    expect((await admin.get(`/admin/queues/${script}`)).status).toBe(200);
    expect((await admin.get('/admin/queues/api/queues')).status).toBe(200);
  });

  test('loads the tools for agents', async () => {
    const { status, body } = await sendMcp(stack, 'tools/list');
    expect([status, body.result.tools.length > 3]).toEqual([200, true]);
  });
});

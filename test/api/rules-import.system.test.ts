import { afterAll, beforeAll, expect, test } from 'vitest';
import { cannedAnswers } from '../harness/canned-answers.ts';
import { Operator } from '../harness/command-line.ts';
import { PageServer } from '../harness/page-server.ts';
import { eventually } from '../harness/processes.ts';
import { newAccount } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';

let app: TestApp;
let pages: PageServer;
let operator: Operator;
beforeAll(async () => {
  pages = await PageServer.start();
  app = await TestApp.start({
    queue: 'redis',
    env: { ENGINE_A: 'brave', API_THROTTLE_SUSTAINED: 'off', EXTRACT_ALLOW: '127.0.0.1' },
  });
  operator = new Operator(app.env);
});
afterAll(async () => {
  await app?.stop();
  await pages?.close();
});

const site = (name: string, action: string) => `$${action},site=${name}.example`;

test('tributary key rules imports a list from an address through a worker, and names what is wrong with one', async () => {
  await cannedAnswers.brave(
    app,
    [...'abc'].map((name) => ({ url: `https://${name}.example/`, title: name })),
  );
  const { key, prefix: ofKey } = await newAccount(app);
  const prefix = `trib_${ofKey}`;
  const titles = async (q: string) => {
    const { body } = await app.get(`/api/v1/web/?q=${q}&engine=engine_a`, { key });
    return body.results.map(({ title }: { title: string }) => title).join('');
  };
  const address = pages.serve('/import', `! A list\n${site('a', 'discard')}\n`, { 'content-type': 'text/plain' });
  const [set] = await operator.runAll([`key rules ${prefix} ${address}`]);
  expect(set).toMatchObject({ code: 0, stdout: `set the rules of ${prefix}\n` });
  expect(await titles('imported')).toBe('bc');
  const [shown] = await operator.runAll([`key rules ${prefix}`]);
  expect(shown?.stdout).toBe(`! A list\n${site('a', 'discard')}\n`);

  const page = pages.serve('/page', '<p>A page with some words on it.</p>');
  const broken = pages.serve('/broken', '$site=a.example\n$oops', { 'content-type': 'text/plain' });
  const comments = (count: number) => `${'!'.repeat(99)}\n`.repeat(count);
  const huge = pages.serve('/huge', comments(22_000), { 'content-type': 'text/plain' });
  // The address of this Redis, which no worker may read.
  const [html, wrong, missing, inside, tooLarge] = await operator.runAll([
    `key rules ${prefix} ${page}`,
    `key rules ${prefix} ${broken}`,
    `key rules ${prefix} ${pages.url}/nothing`,
    `key rules ${prefix} http://127.0.0.2/list`,
    `key rules ${prefix} ${huge}`,
  ]);
  expect(html?.stderr).toContain('something else than a plain text');
  expect(wrong?.stderr).toContain('Line 2 has an unknown option "oops"');
  expect(missing?.stderr).toContain('The list could not be read');
  expect(inside?.stderr).toContain('The list could not be read');
  expect(tooLarge?.stderr).toContain('The list is larger than 2 MB.');
  expect(await titles('imported')).toBe('bc');

  const long = pages.serve('/long', comments(20_000) + site('b', 'discard'), { 'content-type': 'text/plain' });
  const [longer] = await operator.runAll([`key rules ${prefix} ${long}`]);
  expect(longer).toMatchObject({ code: 0, stdout: `set the rules of ${prefix}\n` });
  await eventually('the longer list counts', async () => (await titles('longer')) === 'ac');
});

import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { designTokens } from '../../api/ui/token-samples.tsx';
import { TestApp } from '../harness/test-app.ts';
import { Visitor } from '../harness/visitor.ts';

let app: TestApp;
let root: Visitor;
beforeAll(async () => {
  app = await TestApp.start({ env: (sandboxUrl) => ({ SANDBOX_URL: sandboxUrl }) });
  await app.addWeb({ SANDBOX_URL: '' });
  root = await Visitor.signedIn(app, 'root', { admin: true });
});
afterAll(() => app?.stop());

describe('the page of all components', () => {
  test('is for administrators, where the sandbox answers', async () => {
    expect((await root.get('/admin/design')).status).toBe(200);
    const person = await Visitor.signedIn(app, 'ada');
    expect((await person.get('/admin/design')).status).toBe(403);
    const elsewhere = Object.assign(new Visitor(app.urls[1] ?? ''), { cookie: root.cookie });
    expect((await elsewhere.get('/admin/design')).status).toBe(404);
  });

  test('shows every token, and docs/design.md names every one', async () => {
    const tokens = designTokens().map(({ name }) => name);
    expect(tokens.length).toBeGreaterThan(30);
    const { text } = await root.get('/admin/design');
    const page = readFileSync('docs/design.md', 'utf8');
    expect(tokens.filter((name) => !text.includes(`<code>${name}</code>`))).toEqual([]);
    expect(tokens.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  test('shows every component that docs/design.md names by its class', async () => {
    const { text } = await root.get('/admin/design');
    const page = readFileSync('docs/design.md', 'utf8');
    const classes = [...page.matchAll(/class="([\w -]+)"/g)].flatMap(([, names = '']) => names.split(' '));
    expect(classes.length).toBeGreaterThan(5);
    const shown = new Set([...text.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')));
    expect(classes.filter((name) => !shown.has(name))).toEqual([]);
  });

  test('shows every component and every state that docs/design.md names', async () => {
    const page = readFileSync('docs/design.md', 'utf8');
    const rows = page.slice(page.indexOf('## Components')).match(/^\| .*/gm) ?? [];
    const components = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([A-Z]\w+)`/g)].map(([, name]) => name),
    );
    expect(components.length).toBeGreaterThan(15);
    const folder = 'api/ui/design';
    const files = ['api/ui/pages/design.tsx', ...readdirSync(folder).map((name) => `${folder}/${name}`)];
    const source = files.map((file) => readFileSync(file, 'utf8')).join('\n');
    expect(components.filter((name) => !new RegExp(`<${name}[\\s/>]`).test(source))).toEqual([]);
    const said = rows.find((row) => row.includes('class="state')) ?? '';
    const states = [...(said.split('|')[3]?.matchAll(/`(\w+)`/g) ?? [])].map(([, name]) => name);
    expect(states.length).toBeGreaterThan(8);
    const { text } = await root.get('/admin/design');
    expect(states.filter((name) => !text.includes(`<span class="state ${name}">${name}</span>`))).toEqual([]);
    const used = [...readFileSync('api/ui/static/style.css', 'utf8').matchAll(/\.state(?:\.(\w+)|:is\(([^)]*)\))/g)];
    const styled = used.flatMap(([, one, some = '']) => [
      one,
      ...[...some.matchAll(/\.(\w+)/g)].map(([, name]) => name),
    ]);
    expect(styled.filter((name) => name !== undefined && !states.includes(name))).toEqual([]);
  });

  test('shows numbers at one edge, how a table is sorted, and a message at its field', async () => {
    const { text } = await root.get('/admin/design');
    expect(text).toContain('<td data-label="Searches" class="number">');
    expect(text).toMatch(/<th scope="col" aria-sort="ascending"><a class="sort"/);
    const described = /aria-invalid="true" aria-describedby="([^"]+)"/.exec(text)?.[1];
    expect(text).toContain(`<p id="${described}" class="wrong">`);
  });
});

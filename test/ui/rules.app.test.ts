import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cannedAnswers } from '../harness/canned-answers.ts';
import { PageServer } from '../harness/page-server.ts';
import { TestApp } from '../harness/test-app.ts';
import { noticeIn, type PageReply, unescaped, Visitor } from '../harness/visitor.ts';

/** Rules for sites on the pages, in a browser without scripts. */
let app: TestApp;
let pages: PageServer;
let people = 0;
let ada: Visitor;
beforeAll(async () => {
  pages = await PageServer.start();
  app = await TestApp.start({ env: { ENGINE_B: '', ENGINE_C: '', EXTRACT_ALLOW: '127.0.0.1' } });
});
afterAll(async () => {
  await app?.stop();
  await pages?.close();
});
beforeEach(async () => {
  await app.reset();
  await cannedAnswers.brave(
    app,
    ['a', 'b', 'c', 'd'].map((name) => ({ url: `https://www.${name}.example/`, title: `Title ${name}` })),
  );
  ada = await Visitor.signedIn(app, `ada${++people}`);
});

const shownIn = ({ text }: PageReply) => [...text.matchAll(/>Title (\w)</g)].map(([, name]) => name).join('');
const noteIn = ({ text }: PageReply) =>
  unescaped((/<div class="rules-note[^>]*>(.*?)<\/div>/.exec(text)?.[1] ?? '').replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
const hrefOf = ({ text }: PageReply, label: string) =>
  unescaped(new RegExp(`<a href="([^"]*)">${label}</a>`).exec(text)?.[1] ?? '');
/** Presses a button of a menu on the page that was shown last. */
async function press({ text }: PageReply, rule: string): Promise<PageReply> {
  expect(text).toContain(`form="site-rule" name="rule" value="${rule}"`);
  const next = unescaped(/id="site-rule".*?name="next" value="([^"]*)"/.exec(text)?.[1] ?? '');
  const sent = await ada.post('/settings/preferences/rules/site', { next, rule });
  expect(sent.status).toBe(303);
  return ada.get(sent.location ?? '');
}
const saveRules = (rules: string, address = '') => ada.post('/settings/preferences/rules', { rules, address });
const rulesIn = ({ text }: PageReply) => unescaped(/<textarea[^>]* name="rules"[^>]*>([^<]*)</.exec(text)?.[1] ?? '');

describe('the menu of a result', () => {
  test('blocks its site, says how many are hidden, shows them, and takes it back', async () => {
    const before = await ada.get('/?q=menu');
    expect([shownIn(before), noteIn(before)]).toEqual(['abcd', '']);
    const blocked = await press(before, 'discard b.example');
    expect(shownIn(blocked)).toBe('acd');
    expect(noteIn(blocked)).toBe(
      'The rule for b.example is saved. Undo 1 result is hidden by rules. Show hidden results',
    );
    const again = await ada.get('/?q=menu');
    expect(noteIn(again)).toBe('1 result is hidden by rules. Show hidden results');
    const all = await ada.get(hrefOf(again, 'Show hidden results'));
    expect(shownIn(all)).toBe('abcd');
    expect(noteIn(all)).toBe('Your rules are not applied to these results. Apply them');
    expect(shownIn(await ada.get(hrefOf(all, 'Apply them')))).toBe('acd');
    // Only a site that has a rule can lose it.
    expect(all.text).toContain('value="none b.example"');
    expect(all.text).not.toContain('value="none a.example"');
    expect(shownIn(await press(all, 'none b.example'))).toBe('abcd');
    expect(shownIn(await press(await press(before, 'discard a.example'), 'none a.example'))).toBe('abcd');
  });

  test('raises, lowers and pins its site; the last choice counts', async () => {
    const page = await ada.get('/?q=raise');
    expect(shownIn(await press(page, 'boost d.example'))).toBe('dabc');
    expect(shownIn(await press(page, 'downrank a.example'))).toBe('dbca');
    expect(shownIn(await press(page, 'pin c.example'))).toBe('cdba');
    expect(shownIn(await press(page, 'downrank c.example'))).toBe('dbac');
    expect(rulesIn(await ada.get('/settings/preferences'))).toBe(
      '$boost=3,site=d.example\n$downrank=3,site=a.example\n$downrank=3,site=c.example\n',
    );
  });

  test('applies to nobody else', async () => {
    await press(await ada.get('/?q=others'), 'discard a.example');
    const other = await Visitor.signedIn(app, `bob${people}`);
    expect(shownIn(await other.get('/?q=others'))).toBe('abcd');
    expect(shownIn(await ada.get('/?q=others'))).toBe('bcd');
  });

  test('refuses what is no rule, and goes to no other site', async () => {
    for (const rule of ['discard', 'erase a.example', 'discard a/b', '']) {
      expect((await ada.post('/settings/preferences/rules/site', { next: '/', rule })).status).toBe(400);
    }
    const { location } = await ada.post('/settings/preferences/rules/site', {
      next: '//evil.example/',
      rule: 'pin a.example',
    });
    expect(location).toBe('/?ruled=a.example');
    expect((await ada.get('/?q=odd&ruled=%3Cb%3E&show=all')).status).toBe(200);
  });

  test('has no rules for whoever only has a search link', async () => {
    const { text } = await ada.post('/settings/preferences/search-link', { form: 'a'.repeat(22) });
    const link = unescaped(/id="search-link-search"[^>]*>([^<]*)\/\?q=%s/.exec(text)?.[1] ?? '');
    await press(await ada.get('/?q=link'), 'discard a.example');
    const guest = new Visitor(ada.url);
    const page = await guest.get(`${new URL(link).pathname}/?q=link`);
    expect(shownIn(page)).toBe('bcd');
    expect(page.text).not.toContain('name="rule"');
  });
});

describe('the list under Preferences', () => {
  test('is saved, shown and exported', async () => {
    const saved = await saveRules('! Mine\r\n$discard,site=a.example\r\n');
    expect(saved.location).toBe('/settings/preferences?done=rules');
    const page = await ada.get('/settings/preferences?done=rules');
    expect(noticeIn(page)?.text).toBe('The rules are saved.');
    expect(rulesIn(page)).toBe('! Mine\n$discard,site=a.example\n');
    expect(shownIn(await ada.get('/?q=list'))).toBe('bcd');
    const file = await ada.get('/settings/preferences/rules.txt');
    expect(file.text).toBe('! Mine\n$discard,site=a.example\n');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="rules.txt"');
    expect(file.headers.get('content-type')).toContain('text/plain');
  });

  test('is refused whole with the number of a bad line, and what was written stays in the form', async () => {
    await saveRules('$discard,site=a.example');
    const refused = await saveRules('$pin,site=b.example\n$oops');
    expect(refused.status).toBe(400);
    expect(noticeIn(refused)?.text).toContain('Line 2 has an unknown option "oops"');
    expect(rulesIn(refused)).toBe('$pin,site=b.example\n$oops');
    expect(shownIn(await ada.get('/?q=refused'))).toBe('bcd');
  });

  test('is imported from an address, and says so', async () => {
    const address = pages.serve('/ui-list', '$discard,site=c.example', { 'content-type': 'text/plain' });
    expect((await saveRules('', address)).status).toBe(303);
    const page = await ada.get('/settings/preferences');
    expect(unescaped(page.text)).toContain(`Read once a day from ${address}.`);
    expect(shownIn(await ada.get('/?q=imported'))).toBe('abd');
    const failed = await saveRules('', `${pages.url}/nothing-here`);
    expect([failed.status, noticeIn(failed)?.text]).toEqual([400, expect.stringContaining('could not be read')]);
    expect((await saveRules('', 'ftp://a.example/')).status).toBe(400);
    expect(shownIn(await ada.get('/?q=imported'))).toBe('abd');
  });
});

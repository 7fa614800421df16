import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { eventually } from '../harness/processes.ts';
import type { Sites } from './site.ts';

const ADMIN = { username: 'grace', password: 'a long enough secret' };
const MEMBER = { username: 'ada', password: 'another long secret' };
/** What the administrator types for the member. */
const TYPED = 'typed for the member';

/** From a deployment without an administrator to a disabled account, as people go; each step needs those before it. */
export function accounts(get: () => Sites): void {
  let admin: Page;
  let member: Page;
  let key = '';

  beforeAll(async () => {
    const { people } = get().root;
    admin = await people.stranger();
    member = await people.stranger({ colorScheme: 'dark' });
  });

  async function signIn(page: Page, { username, password }: typeof ADMIN): Promise<void> {
    await page.fill('main [name=username]', username);
    await page.fill('main [name=password]', password);
    await page.click('main button[type=submit]');
  }

  const searchWithKey = () => get().app.get('/api/v1/web/?q=linux', { key });

  test('set-up: the address that the process prints makes the first administrator, once', async () => {
    const { setUp } = get().root.scene;
    await admin.goto(setUp);
    await signIn(admin, ADMIN);
    await admin.waitForURL('**/admin/first-steps');
    expect((await member.goto(setUp))?.status()).toBe(403);
  });

  test('the administrator makes an account, and its owner signs in, chooses a password, and goes on', async () => {
    await admin.goto('/admin/accounts');
    await admin.getByText('Create an account').click();
    await admin.fill('main [name=username]', MEMBER.username);
    await admin.getByText('Without an invitation').click();
    await admin.fill('main form[action="/admin/accounts"] [name=password]', TYPED);
    await admin.getByRole('button', { name: 'Create account' }).click();
    await admin.getByText('Account created.').waitFor();

    await member.goto('/settings/api-keys');
    expect(new URL(member.url()).pathname).toBe('/login');
    await signIn(member, { ...MEMBER, password: 'not this one' });
    await member.getByText('Wrong username or password.').first().waitFor();
    await signIn(member, { ...MEMBER, password: TYPED });
    await member.waitForURL('**/settings/password');
    await member.getByText('Somebody else chose your password.').waitFor();
    await member.fill('[name=current]', TYPED);
    await member.fill('main [name=password]', MEMBER.password);
    await member.click('main button[type=submit]');
    await member.getByText('Password changed.').waitFor();
    await member.goto('/settings/api-keys');
  });

  test('an invitation is a link with which its person sets a password and is signed in', async () => {
    await admin.goto('/admin/accounts');
    await admin.getByText('Create an account').click();
    await admin.fill('main [name=username]', 'guest');
    await admin.getByRole('button', { name: 'Create and invite' }).click();
    const link = (await admin.locator('#password-link').textContent())?.trim() ?? '';
    const guest = await get().root.people.stranger({ javaScriptEnabled: false });
    await guest.goto(new URL(link).pathname + new URL(link).search);
    await guest.fill('main [name=password]', MEMBER.password);
    await guest.click('main button[type=submit]');
    await guest.waitForURL((url) => url.pathname === '/');
    await guest.goto('/settings/sessions');
    await guest.getByText('this session').waitFor();
    expect((await guest.goto(new URL(link).pathname + new URL(link).search))?.status()).toBe(410);
  });

  test('a key is shown once, works, and its use is seen', async () => {
    await member.fill('main [name=name]', 'laptop');
    await member.click('main form[action="/settings/api-keys"] button[type=submit]');
    key = (await member.textContent('#new-key')) ?? '';
    expect(key).toMatch(/^trib_\w{8}\.\w{38}$/);

    await member.goto('/settings/api-keys');
    expect(await member.content()).not.toContain(key.split('.')[1]);
    expect((await searchWithKey()).status).toBe(200);
    await member.goto('/settings/usage');
    expect(await member.textContent('main')).toMatch(/\b1\b/);
  });

  test('the queue dashboard is for administrators', async () => {
    expect((await member.goto('/admin/queues'))?.status()).toBe(403);
    expect((await admin.goto('/admin/queues'))?.status()).toBe(200);
    await admin.getByText('fan-out').first().waitFor();
  });

  test('a revoked key is refused', async () => {
    member.once('dialog', (dialog) => void dialog.accept());
    await member.goto('/settings/api-keys');
    await member
      .getByRole('button', { name: 'Revoke' })
      .or(member.getByRole('link', { name: 'Revoke' }))
      .first()
      .click();
    await eventually('it is refused', async () => (await searchWithKey()).status === 401);
  });

  test('a disabled account is shut out at once, its keys and its session', async () => {
    await member.goto('/settings/api-keys');
    await member.fill('main [name=name]', 'second');
    await member.click('main form[action="/settings/api-keys"] button[type=submit]');
    key = (await member.textContent('#new-key')) ?? '';
    expect((await searchWithKey()).status).toBe(200);

    await admin.goto(`/admin/accounts?q=${MEMBER.username}`);
    await admin.getByRole('button', { name: `Actions for ${MEMBER.username}` }).click();
    await admin.getByRole('link', { name: 'Disable…' }).click();
    await admin.locator(`form[action="/admin/accounts/${MEMBER.username}/disable"] button`).click();
    await admin.getByText('Account disabled.').waitFor();
    expect((await searchWithKey()).status).toBe(403);
    await member.goto('/settings/usage');
    expect(new URL(member.url()).pathname).toBe('/login');
  });
}

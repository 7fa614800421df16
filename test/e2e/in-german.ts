import { expect, test } from 'vitest';
import { createKey } from '../harness/as-tester.ts';
import type { Site } from './site.ts';

/** What people do with lists, in German, on a phone, without scripts. That their pages look good is tested with the list. */
export function inGerman(get: () => Site): void {
  test('an account is found, and its menu leads to a question, which can be left', async () => {
    const page = await get().german.visit('administrator');
    await page.goto('/admin/accounts');
    await page.fill('main [name=q]', 'member');
    await page.getByRole('button', { name: 'Suchen' }).click();
    await page.waitForURL(/[?&]q=member/);
    await page.getByRole('button', { name: 'Aktionen für member' }).click();
    await page.getByRole('link', { name: 'Sperren…' }).click();
    await page.getByRole('heading', { name: 'member sperren?' }).waitFor();
    await page.getByRole('link', { name: 'Abbrechen' }).click();
    await page.waitForURL(/\/admin\/accounts(\/member)?$/);
  });

  test('a key is revoked, after a question', async () => {
    const { german, scene } = get();
    const name = 'von einem Telefon';
    const { key } = await createKey(scene.app.client, 'member', { name });
    const page = await german.visit('member');
    await page.goto('/settings/api-keys');
    await page.getByRole('button', { name: `${name} widerrufen` }).click();
    await page.getByRole('heading', { name: 'Diesen Schlüssel widerrufen?' }).waitFor();
    await page.getByRole('button', { name: 'Widerrufen' }).click();
    await page.getByText('Schlüssel widerrufen. Anfragen damit werden ab jetzt abgelehnt.').waitFor();
    expect((await scene.app.get('/api/v1/web/?q=linux', { key })).status).toBe(401);
  });

  test('the usage of the instance is that of one account', async () => {
    const page = await get().german.visit('administrator');
    await page.goto('/admin/usage');
    await page.getByLabel('Konto', { exact: true }).fill('member');
    await page.getByRole('button', { name: 'Anzeigen' }).click();
    await page.waitForURL(/[?&]account=member/);
    expect(await page.inputValue('main [name=account]')).toBe('member');
    await page.getByRole('link', { name: 'Nach Endpunkt' }).click();
    await page.waitForURL(/account=member.*by=endpoint|by=endpoint.*account=member/);
  });
}

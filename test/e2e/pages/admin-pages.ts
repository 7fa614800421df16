import type { Page } from 'playwright-core';
import { setDisabled } from '../../harness/as-tester.ts';
import { reportCall } from '../../harness/health.ts';
import type { KnownFinding } from '../browser.ts';
import { inTeam } from './account-pages.ts';
import { at, type ListedPage, type Scene, sending } from './listed-page.ts';

/**
 * bull-board's own markup, in its bundle: buttons that are only an icon, a logo that repeats the title beside it, headings
 * that begin below the first level, an icon without a name, a table that scrolls but cannot be reached with the keyboard,
 * buttons that are half transparent.
 */
const DASHBOARD_FINDINGS: readonly KnownFinding[] = [
  { rule: 'button-name', selector: 'button[class*="button-"]' },
  { rule: 'image-redundant-alt', selector: 'header img' },
  { rule: 'page-has-heading-one', selector: 'html' },
  { rule: 'heading-order', selector: 'h5[class^="jobName-"]' },
  { rule: 'svg-img-alt', selector: 'header svg' },
  { rule: 'scrollable-region-focusable', selector: '[class^="tableScroll-"]' },
  { rule: 'color-contrast', selector: 'button[class^="rangeButton-"]' },
];

function dashboardPage(what: string, route: string, path: (scene: Scene) => string | Promise<string>): ListedPage {
  return {
    what: `the queue dashboard: ${what}`,
    route,
    as: 'administrator',
    known: DASHBOARD_FINDINGS,
    darkWith: 'body.dark-mode',
    async open(page, scene) {
      const response = await page.goto(await path(scene));
      await page.locator('main').waitFor();
      await page.waitForLoadState('networkidle');
      return response;
    },
  };
}

/** Opens the menu that the navigation is on a phone; with more room it stays the line that it is. */
async function openMenu(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole('button', { name: 'Menu' }).click();
}

const NEW_ACCOUNT = 'form[action$="/admin/users"]';

/** Pages for administrators. */
export const adminPages: ListedPage[] = [
  { what: 'for administrators only', route: '/admin/users', as: 'member', status: 403, open: at('/admin/users') },
  { what: 'the audit log', route: '/admin/audit', as: 'administrator', open: at('/admin/audit') },
  {
    what: 'accounts, with the menu open',
    route: '/admin/users',
    as: 'administrator',
    isOfPhone: true,
    async open(page) {
      const response = await page.goto('/admin/users');
      await openMenu(page);
      return response;
    },
  },
  {
    what: 'accounts, one about to get a password',
    route: '/admin/users',
    as: 'administrator',
    async open(page) {
      const response = await page.goto('/admin/users');
      await page.locator('main summary').first().click();
      return response;
    },
  },
  {
    what: 'accounts: one was disabled',
    route: '/admin/users',
    as: 'administrator',
    async open(page, { stack }) {
      await setDisabled(stack.client, 'tester', false);
      await page.goto('/admin/users');
      const [response] = await Promise.all([
        page.waitForResponse((candidate) => candidate.url().includes('done=disable')),
        page.locator('form[action$="/admin/users/tester/disable"] button').click(),
      ]);
      await page.getByText('Account disabled.').waitFor();
      return response;
    },
  },
  {
    what: 'accounts: a name that is not allowed',
    route: '/admin/users',
    as: 'administrator',
    status: 400,
    open: sending('/admin/users', { username: 'not allowed!' }, NEW_ACCOUNT),
  },
  {
    what: 'an account whose limits were refused',
    route: '/admin/users/:username',
    as: 'administrator',
    status: 400,
    open: sending('/admin/users/member', { burst: 'fast' }, 'form[action$="/limits"]'),
  },
  { what: 'an account', route: '/admin/users/:username', as: 'administrator', open: at('/admin/users/member') },
  { what: 'all teams', route: '/settings/teams', as: 'administrator', open: at('/settings/teams?done=deleted') },
  {
    what: 'the question before a team is deleted',
    route: '/settings/teams/:team/delete',
    as: 'administrator',
    open: inTeam('/delete'),
  },
  {
    what: 'providers, one of them failing',
    route: '/admin/providers',
    as: 'administrator',
    async open(page, { stack }) {
      const reason = 'answered 502 with a page of its own';
      for (let i = 0; i < 3; i++) await reportCall(stack.client, 'mojeek', { code: 'upstream', reason });
      return page.goto('/admin/providers');
    },
  },
  dashboardPage('all queues', '/admin/queues', () => '/admin/queues'),
  dashboardPage('one queue', '/admin/queues/queue/:queueName', async ({ stack }) => {
    // More than ten would have pages, whose links are the dashboard's own fault.
    await stack.client.zremrangebyrank('{trib:queue:fan-out}:fan-out:failed', 1, -1);
    return '/admin/queues/queue/fan-out?status=failed';
  }),
  dashboardPage('one job', '/admin/queues/queue/:queueName/:jobId', async ({ stack }) => {
    const [job] = await stack.client.zrange('{trib:queue:fan-out}:fan-out:failed', '0', '0');
    if (job === undefined) throw new Error('no failed job');
    return `/admin/queues/queue/fan-out/${job}`;
  }),
  dashboardPage('its schedules', '/admin/queues/job-schedulers', () => '/admin/queues/job-schedulers'),
  dashboardPage('its history', '/admin/queues/metrics-history', () => '/admin/queues/metrics-history'),
];

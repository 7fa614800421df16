import { expect, test } from 'vitest';
import { pages } from '../../api/ui/register.ts';

/** Forms that ask nobody to confirm, and why: what a form gives must not outlive a browser that was left open. */
const UNCONFIRMED: Readonly<Record<string, readonly string[]>> = {
  'there is no session yet, or it ends': [
    '/login',
    '/login/factor',
    '/login/link',
    '/login/passkey',
    '/login/sso/link',
    '/logout',
    '/set-password',
    '/setup',
  ],
  'asks for the password itself': ['/settings/password'],
  'needs a code from an address that was entered in a confirmed session': ['/settings/sessions/mail/code'],
  'changes how pages look, or what a search finds': [
    '/near',
    '/settings/preferences',
    '/settings/preferences/rules',
    '/settings/preferences/rules/site',
    '/theme',
    '/translate',
  ],
  'only takes away': [
    '/admin/accounts/:username/disable',
    '/admin/accounts/:username/sign-out',
    '/admin/alerts/endpoints/:id/delete',
    '/settings/api-keys/:prefix/disable',
    '/settings/api-keys/:prefix/revoke',
    '/settings/preferences/search-link/revoke',
    '/settings/programs/:prefix/disconnect',
    '/settings/sessions/end',
    '/settings/sessions/end-others',
    '/settings/teams/:team/delete',
    '/settings/teams/:team/members/:username/remove',
  ],
  'gives back what an administrator or its owner has taken': [
    '/admin/accounts/:username/enable',
    '/settings/api-keys/:prefix/enable',
  ],
  'gives nobody access': [
    '/admin/accounts/:username/limits',
    '/admin/alerts/again',
    '/admin/alerts/endpoint',
    '/admin/engines/:slug/pause',
    '/admin/engines/:slug/resume',
    '/admin/engines/:slug/test',
    '/admin/first-steps',
    '/docs/:page',
    '/docs/admin/:page',
    '/settings/teams',
  ],
};

test('every form needs a confirmed session, but for those that give nothing that outlives one', () => {
  const asking = pages.filter(({ method, confirms }) => method === 'POST' && confirms === undefined);
  expect(asking.map(({ path }) => path).sort()).toEqual(Object.values(UNCONFIRMED).flat().sort());
});

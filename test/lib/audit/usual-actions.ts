import { expect } from 'vitest';
import { changeAccount } from '../../../lib/accounts/account-changes.ts';
import { createUser, requireUser, setPassword } from '../../../lib/accounts/account-store.ts';
import { forgetGuesses } from '../../../lib/accounts/guess-limits.ts';
import { makeLink } from '../../../lib/accounts/password-link.ts';
import { newSearchLink, revokeSearchLink } from '../../../lib/accounts/search-link.ts';
import { endAllSessions, endEveryone, endOtherSessions } from '../../../lib/accounts/session-list.ts';
import { endSession, startSession } from '../../../lib/accounts/session-store.ts';
import { newSetUpToken } from '../../../lib/accounts/set-up.ts';
import { addMember, createTeam, deleteTeam, removeMember } from '../../../lib/accounts/team-store.ts';
import { changeKey, rotateKey } from '../../../lib/keys/key-changes.ts';
import { createKey, revokeKey } from '../../../lib/keys/key-store.ts';
import { setRules } from '../../../lib/rules/stored-rules.ts';
import { LIFE } from '../../harness/sessions.ts';
import { type AuditedCase, boss, noBound, PASSWORD, SOURCE } from './audited-world.ts';

/** What is done to accounts, teams, keys and sessions. */
export const usualActions: readonly AuditedCase[] = [
  [
    'account created',
    { target: 'eve', after: { admin: 'yes' } },
    (w) => createUser(w.redis, SOURCE, 'eve', { admin: true }),
  ],
  ['team created', { target: 'red' }, (w) => createTeam(w.redis, SOURCE, 'red')],
  [
    'administrator made',
    { target: 'ada', after: { admin: 'yes' } },
    (w) => changeAccount(w.redis, { ...boss, source: { ...SOURCE, via: 'page' } }, 'ada', { admin: true }),
  ],
  [
    'account limits set',
    { target: 'ada', after: { burst: '10/min', monthly: '500' } },
    (w) => changeAccount(w.redis, boss, 'ada', { limits: { burst: { limit: 10, windowMs: 60_000 }, monthly: 500 } }),
  ],
  [
    'account disabled',
    { target: 'ada', after: { disabled: 'yes' } },
    (w) => changeAccount(w.redis, boss, 'ada', { disabled: true }),
  ],
  ['password set', { target: 'ada' }, (w) => setPassword(w.redis, SOURCE, 'ada', `${PASSWORD} 2`)],
  [
    'team member added',
    { target: 'blue: root', after: { role: 'member' } },
    (w) => addMember(w.redis, SOURCE, 'blue', 'root', 'member'),
  ],
  [
    'team member added',
    { target: 'blue: ada', before: { role: 'owner' }, after: { role: 'member' } },
    (w) => addMember(w.redis, SOURCE, 'blue', 'ada', 'member'),
  ],
  [
    'team member removed',
    { target: 'blue: ada', before: { role: 'owner' } },
    (w) => removeMember(w.redis, SOURCE, 'blue', 'ada'),
  ],
  ['team deleted', { target: 'blue', before: { members: 'ada' } }, (w) => deleteTeam(w.redis, SOURCE, 'blue')],
  [
    'key created',
    { after: { username: 'ada', name: 'bot', scopes: 'search', expires_at: '2100-01-01T00:00:00.000Z' } },
    (w) =>
      createKey(w.redis, SOURCE, 'ada', {
        name: 'bot',
        fields: { scopes: 'search' },
        expiresAt: new Date('2100-01-01T00:00:00Z'),
      }),
  ],
  [
    'key changed',
    { before: { name: 'laptop' }, after: { name: 'phone', addresses: '203.0.113.0/24, 2001:db8::/32' } },
    (w) =>
      changeKey(w.redis, SOURCE, w.prefix, { name: 'phone', addresses: ['203.0.113.0/24', '2001:db8::/32'] }, noBound),
  ],
  [
    'key disabled',
    { after: { disabled: 'yes' } },
    (w) => changeKey(w.redis, SOURCE, w.prefix, { disabled: true }, noBound),
  ],
  [
    'key rotated',
    { after: { old_until: '2099-01-01T00:00:00.000Z' } },
    (w) => rotateKey(w.redis, SOURCE, w.prefix, new Date('2099-01-01T00:00:00Z'), noBound),
  ],
  ['key revoked', {}, (w) => revokeKey(w.redis, SOURCE, w.prefix)],
  [
    'rules changed',
    { target: 'ada', after: { rules: expect.stringMatching(/^[\w-]{22}$/) as unknown as string } },
    (w) => setRules(w.redis, SOURCE, { owner: 'account', name: 'ada' }, { text: '$pin,site=a.test' }),
  ],
  ['search link created', { target: 'ada' }, (w) => newSearchLink(w.redis, SOURCE, 'ada')],
  ['search link revoked', { target: 'ada' }, (w) => revokeSearchLink(w.redis, SOURCE, 'ada')],
  [
    'signed in',
    { target: 'ada' },
    async (w) =>
      startSession(w.redis, await requireUser(w.redis, 'ada'), { source: { ...SOURCE, account: '' }, life: LIFE }),
  ],
  ['signed out', { target: 'ada' }, (w) => endSession(w.redis, SOURCE, w.session)],
  ['session ended', { target: 'ada' }, (w) => endSession(w.redis, SOURCE, w.session, 'session ended')],
  ['other sessions ended', { target: 'ada' }, (w) => endOtherSessions(w.redis, SOURCE, w.session)],
  ['all sessions ended', { target: 'ada' }, (w) => endAllSessions(w.redis, SOURCE, 'ada')],
  ['everyone signed out', {}, (w) => endEveryone(w.redis, SOURCE)],
  ['reset link made', { target: 'ada' }, (w) => makeLink(w.redis, SOURCE, 'ada', 'reset')],
  [
    'account unlocked',
    { target: 'ada' },
    (w) => forgetGuesses(w.redis, SOURCE, [{ fingerprint: (text) => text }], 'ada'),
  ],
  ['set-up link made', {}, (w) => newSetUpToken(w.redis)],
];

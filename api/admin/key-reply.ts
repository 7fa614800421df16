import { z } from 'zod';
import { displayPrefix } from '../../lib/keys/key-format.ts';
import { type KeyRecord, keyState } from '../../lib/keys/key-record.ts';
import { scopes } from '../../lib/keys/scopes.ts';
import { slotSlugs } from '../../lib/providers/slot-slugs.ts';
import { limitsShown, NO_LIMITS, ownLimitsField } from './fields.ts';

const time = z.string().describe('ISO 8601, or empty.');

/** A key in a reply, without its secret. */
export const managedKey = z
  .object({
    name: z.string(),
    prefix: z.string().meta({ example: 'trib_1a2B3c4D' }),
    username: z.string().describe('The account that it belongs to.'),
    made_by: z.string().describe('The account that made it, or empty.'),
    created_at: time,
    last_used_at: time,
    last_address: z.string().describe('The network of its last use, or empty.'),
    last_program: z.string().describe('The program of its last use, or empty.'),
    expires_at: time,
    rotated_at: time.describe('When its secret was last replaced, ISO 8601, or empty.'),
    old_until: time.describe('Until when the secret before works, ISO 8601, or empty.'),
    revoked: z.boolean(),
    revoked_at: time,
    disabled: z.boolean(),
    state: z.enum(['active', 'disabled', 'expired', 'revoked']),
    scopes: z.array(z.enum(scopes)).describe('What it may do; empty for everything but `manage`.'),
    addresses: z.array(z.string()).describe('The networks that it may be used from; empty for all.'),
    engines: z.array(z.enum(slotSlugs)).describe('The engines that it may use; empty for all.'),
    labels: z.record(z.string(), z.string()),
    note: z.string(),
    limits: ownLimitsField,
  })
  .meta({ id: 'ManagedKey' });

/** A key in the reply to whoever made it. */
export const freshKey = managedKey
  .extend({ key: z.string().describe('The key itself. It is not stored and cannot be shown again.') })
  .meta({ id: 'FreshKey' });

/** A key for the examples of replies. */
export const KEY_EXAMPLE: z.infer<typeof managedKey> = {
  name: 'pipeline',
  prefix: 'trib_1a2B3c4D',
  username: 'ada',
  made_by: 'root',
  created_at: '2026-11-01T09:30:00.000Z',
  last_used_at: '',
  last_address: '',
  last_program: '',
  expires_at: '',
  rotated_at: '',
  old_until: '',
  revoked: false,
  revoked_at: '',
  disabled: false,
  state: 'active',
  scopes: ['search', 'read'],
  addresses: ['203.0.113.0/24'],
  engines: [],
  labels: { app: 'bot' },
  note: '',
  limits: { ...NO_LIMITS, burst: '10/min', monthly: 2_000 },
};
export const FRESH_EXAMPLE = { ...KEY_EXAMPLE, key: 'trib_1a2B3c4D.…' };

/** A key as replies have it. */
export function keyShown(key: KeyRecord): z.infer<typeof managedKey> {
  return {
    name: key.name,
    prefix: displayPrefix(key.prefix),
    username: key.username,
    made_by: key.madeBy,
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    last_address: key.lastAddress,
    last_program: key.lastProgram,
    expires_at: key.expiresAt,
    rotated_at: key.rotatedAt,
    old_until: key.oldUntil,
    revoked: key.revokedAt !== '',
    revoked_at: key.revokedAt,
    disabled: key.disabled,
    state: keyState(key),
    scopes: key.scopes,
    addresses: key.addresses,
    engines: key.engines,
    labels: key.labels,
    note: key.note,
    limits: limitsShown(key.limits),
  };
}

import { type OwnLimits, ownLimits } from '../limits/limits.ts';
import { networkName } from '../net/network.ts';
import type { SlotSlug } from '../providers/slot-slugs.ts';
import type { Scope } from './scopes.ts';

/** The stored data of a key, without the key itself. Times are ISO 8601, or empty. */
export interface KeyRecord {
  prefix: string;
  username: string;
  name: string;
  createdAt: string;
  lastUsedAt: string;
  expiresAt: string;
  revokedAt: string;
  /** The account that made it; empty if that is not known, as of keys of earlier versions. */
  madeBy: string;
  disabled: boolean;
  /** What it may do; empty for everything but `manage`. */
  scopes: Scope[];
  /** The networks that it may be used from; empty for all. */
  addresses: string[];
  /** The engines that it may use; empty for all. */
  engines: SlotSlug[];
  labels: Record<string, string>;
  note: string;
  limits: OwnLimits;
  /** The network and the program of its last use. */
  lastAddress: string;
  lastProgram: string;
  /** When its secret was last replaced, and until when the one before works; empty if it never was. */
  rotatedAt: string;
  oldUntil: string;
  /** Counts its changes. */
  version: number;
  /** The program that uses it through tokens, if a person's consent made it; nobody holds its secret. */
  connector: Connector | null;
}

/** A program that a person has connected, by its own words. */
export interface Connector {
  clientId: string;
  /** Where its answers are sent. */
  redirect: string;
  /** Whether it has got tokens; until then, the key ends with its code. */
  isConnected: boolean;
  /** The number of its present refresh token in its family; 0 if an earlier release made it. */
  refreshCount: number;
}

/** Whether a key is accepted, and if not, why. */
export type KeyState = 'active' | 'disabled' | 'expired' | 'revoked';

/** A key from the fields of its record; null if it does not exist. */
export function keyRecord(prefix: string, fields: Readonly<Record<string, string>>): KeyRecord | null {
  if (!fields.username) return null;
  const list = (text: string | undefined) => (text ?? '').split(',').filter(Boolean);
  return {
    prefix,
    username: fields.username,
    name: fields.name ?? '',
    createdAt: isoTime(fields.created_at),
    lastUsedAt: isoTime(fields.last_used_at),
    expiresAt: isoTime(fields.expires_at),
    revokedAt: isoTime(fields.revoked_at),
    madeBy: fields.made_by ?? '',
    disabled: fields.disabled === '1',
    scopes: list(fields.scopes) as Scope[],
    addresses: list(fields.addresses).map(networkName),
    engines: list(fields.engines) as SlotSlug[],
    labels: fields.labels ? (JSON.parse(fields.labels) as Record<string, string>) : {},
    note: fields.note ?? '',
    limits: ownLimits(fields),
    lastAddress: fields.last_address ?? '',
    lastProgram: fields.last_program ?? '',
    rotatedAt: isoTime(fields.rotated_at),
    oldUntil: isoTime(fields.old_until),
    version: Number(fields.version ?? 0),
    connector: fields.connector
      ? {
          clientId: fields.connector,
          redirect: fields.redirect_uri ?? '',
          isConnected: fields.code_used === '1',
          refreshCount: Number(fields.refresh_count ?? 0),
        }
      : null,
  };
}

/** The state of a key at a given time. */
export function keyState(key: Pick<KeyRecord, 'revokedAt' | 'expiresAt' | 'disabled'>, now = new Date()): KeyState {
  if (key.revokedAt) return 'revoked';
  if (key.expiresAt && new Date(key.expiresAt) <= now) return 'expired';
  return key.disabled ? 'disabled' : 'active';
}

/** Converts milliseconds since the epoch, as stored in Redis, to ISO 8601; empty stays empty. */
export function isoTime(ms: string | null | undefined): string {
  return ms ? new Date(Number(ms)).toISOString() : '';
}

import { type AuditSource, auditText } from '../../audit/audit-entry.ts';
import type { InstanceSecret } from '../../instance-secret.ts';
import type { ErrorReporter } from '../../log/error-reporter.ts';
import type { Redis } from '../../redis/redis.ts';
import { redisKeys } from '../../redis/redis-keys.ts';
import { scriptFile } from '../../redis/redis-script.ts';
import { openWithAny, type Seal } from '../../seal.ts';
import { readFactorFields, storedTotp } from './factor-store.ts';
import { codeDigest, isRecoveryCode } from './recovery-codes.ts';
import { stepOfCode } from './totp.ts';

const useCode = scriptFile(new URL('./lua/use-code.lua', import.meta.url), 1);
const useRecoveryCode = scriptFile(new URL('./lua/use-recovery-code.lua', import.meta.url), 1);

/** What the check of a code needs. */
export interface CodeCheck {
  redis: Redis;
  secret: InstanceSecret;
  errors: ErrorReporter;
  /** Milliseconds by the clock of Redis: those of processes differ, and a code is right for a minute and a half. */
  now: number;
  /** Who types it, and from where. */
  source: AuditSource;
}

/** What a code belonged to. */
export type CodeKind = 'authenticator app' | 'recovery code';

/** Where the secret of an authenticator app is sealed for. */
export function totpPlace(username: string, id: string): string {
  return `TOTP secret ${username} ${id}`;
}

/** Seals the secret of an authenticator app for as long as the instance has its secret. */
export function sealTotp(seal: Seal, username: string, id: string, secret: string): string {
  return seal.seal(secret, totpPlace(username, id), 'lasting').toString('base64url');
}

/**
 * Checks a code of an authenticator app, or a recovery code, and uses it: it is right once, however many processes are asked
 * at the same moment. Returns null if it is wrong or was used. Its guesses must be limited: see `limitGuess`.
 */
export async function checkCode(check: CodeCheck, username: string, code: string): Promise<CodeKind | null> {
  if (isRecoveryCode(code)) return (await takeRecoveryCode(check, username, code)) ? 'recovery code' : null;
  const seals = await check.secret.loadAll();
  const fields = await readFactorFields(check.redis, username);
  for (const [field, value] of Object.entries(fields)) {
    if (!field.startsWith('totp:')) continue;
    const id = field.slice('totp:'.length);
    const factor = storedTotp.parse(JSON.parse(value));
    const opened = openSecret(check.errors, seals, username, id, factor.secret);
    const step = opened && stepOfCode(opened.text, code, check.now);
    if (!opened || step === null || step === undefined) continue;
    const seal = seals[0] as Seal;
    // The secret before the present one will be forgotten one day.
    const isOld = opened.seal !== seal;
    const renewed = isOld ? JSON.stringify({ ...factor, secret: sealTotp(seal, username, id, opened.text) }) : '';
    const args = [id, step, check.now, renewed];
    if ((await useCode.run(check.redis, [redisKeys.factors(username)], args)) === 1) return 'authenticator app';
  }
  return null;
}

async function takeRecoveryCode({ redis, source }: CodeCheck, username: string, code: string): Promise<boolean> {
  const entry = auditText(source, { action: 'recovery code used', target: username });
  const args = [redisKeys.accountsPrefix, codeDigest(code), entry];
  return (await useRecoveryCode.run(redis, [redisKeys.factors(username)], args)) === 1;
}

/** The secret of an app; null if it was sealed with a secret that this instance no longer has. */
function openSecret(errors: ErrorReporter, seals: readonly Seal[], username: string, id: string, sealed: string) {
  try {
    return openWithAny(seals, Buffer.from(sealed, 'base64url'), totpPlace(username, id));
  } catch (error) {
    // Its person has recovery codes, and perhaps another factor.
    errors.report(error as Error, 'open the secret of an authenticator app: was INSTANCE_SECRET changed?');
    return null;
  }
}

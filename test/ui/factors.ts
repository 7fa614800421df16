import { TOTP } from 'otpauth';
import { sealTotp } from '../../lib/accounts/factors/check-code.ts';
import { addFactor } from '../../lib/accounts/factors/factor-store.ts';
import { newTotpSecret } from '../../lib/accounts/factors/totp.ts';
import type { TestApp } from '../harness/test-app.ts';

/** A person's authenticator app. */
export interface App {
  id: string;
  secret: string;
  /** The recovery codes that came with it. */
  codes: string[];
}

const source = { via: 'page', account: 'test' } as const;

/** Gives a person an authenticator app, sealed with the secret of a web process. */
export async function giveApp(app: TestApp, username: string, name = 'phone', web = 0): Promise<App> {
  const { services } = app.webs[web]?.running ?? {};
  if (!services) throw new Error('There is no web process.');
  const [id, secret] = [`of-${username}-${name}`, newTotpSecret()];
  const fields = { secret: sealTotp(await services.secret.load(), username, id, secret) };
  const factor = { kind: 'totp', id, name, fields, first: 0 } as const;
  const codes = await addFactor(app.client, source, username, factor, Date.now());
  return { id, secret, codes: codes ?? [] };
}

/** The code that an app shows, or shows so many steps of thirty seconds later. */
export function codeOf({ secret }: { secret: string }, stepsLater = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + stepsLater * 30_000 });
}

/** A code that an app shows at no time near this one. */
export function wrongCode(of: { secret: string }): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(of, steps));
  return ['111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !near.includes(code)) ?? '';
}

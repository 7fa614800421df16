import { PageError } from './page-error.ts';
import type { PageContext } from './page-route.ts';
import { textsFor } from './texts/language.ts';

/** Refuses what only gives a password: with `PASSWORD_LOGIN=off`, it would be a way around the provider. */
export function requirePasswords({ services, request }: PageContext<unknown>): void {
  if (services.config.passwordLogin) return;
  throw new PageError(403, () => textsFor(request).singleSignOn.passwordsOff);
}

import { PageError } from '../page-error.ts';

/** The page for an administrator who has tested many engines within a minute. */
export function tooManyTests(waitS: number): PageError {
  return new PageError(429, ({ tooManyForms }) => tooManyForms(waitS), { 'retry-after': String(waitS) });
}

/** The list of all accounts. */
export const ACCOUNTS = '/admin/accounts';

/** The page of an account, or one below it. */
export function accountPath(username: string, below = ''): string {
  return `${ACCOUNTS}/${encodeURIComponent(username)}${below === '' ? '' : `/${below}`}`;
}

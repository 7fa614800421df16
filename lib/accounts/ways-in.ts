/** Which ways to sign in are open on this instance. */
export interface WaysIn {
  password: boolean;
  sso: boolean;
}

/** The ways to sign in that the settings leave open. */
export function waysIn({ passwordLogin, oidc }: { passwordLogin: boolean; oidc: object | null }): WaysIn {
  return { password: passwordLogin, sso: oidc !== null };
}

/** Whether an administrator who can sign in must remain, as scripts read it: in which ways, empty if none need to. */
export function keptWays(keeps: WaysIn | boolean): string {
  const { password, sso } = typeof keeps === 'boolean' ? { password: keeps, sso: keeps } : keeps;
  return [password && 'password', sso && 'sso'].filter(Boolean).join(' ');
}

import { listTeams } from '../../lib/accounts/team-store.ts';
import type { OidcConfig } from '../../lib/config/config-oidc.ts';
import { examineProvider, ProviderError } from '../../lib/sso/provider.ts';
import type { CommandContext } from '../command.ts';
import type { Finding } from './finding.ts';

const WHAT = 'single sign-on';

/** Whether the provider of sign-ins answers, can be asked after people, and names teams that exist. */
export async function examineSingleSignOn(
  { config: { oidc }, redis }: Pick<CommandContext, 'config' | 'redis'>,
  isRedisThere: boolean,
): Promise<Finding[]> {
  if (!oidc) return [];
  const teams = isRedisThere ? (await listTeams(redis)).map(({ username }) => username) : [...oidc.teams.values()];
  const missing = [...new Set(oidc.teams.values())].filter((team) => !teams.includes(team));
  return [
    ...(await findings(oidc)),
    ...missing.map((team): Finding => ({ what: WHAT, level: 'warn', text: `OIDC_TEAMS: there is no team ${team}` })),
  ];
}

async function findings(oidc: OidcConfig): Promise<Finding[]> {
  try {
    const { hasOfflineAccess } = await examineProvider(oidc);
    const found: Finding = { what: WHAT, level: 'ok', text: `${oidc.issuer} answers` };
    const text =
      'it offers no offline_access: people sign in there every hour, and until then their accounts and keys are suspended';
    return hasOfflineAccess ? [found] : [found, { what: WHAT, level: 'warn', text }];
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const text = `${oidc.issuer} cannot sign anybody in: ${reasonOf(error)}`;
    return [{ what: WHAT, level: 'fail', text }];
  }
}

/** The innermost message: that of the library is general. */
function reasonOf(error: Error): string {
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

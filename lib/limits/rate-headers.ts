import type { Standing, Standings } from './verdict.ts';

/** The `RateLimit` headers of the IETF draft, without limits that are off. */
export function rateHeaders({ burst, sustained }: Standings): Record<string, string> {
  if (!burst && !sustained) return {};
  return {
    'ratelimit-policy': listed(policyOf('burst', burst), policyOf('sustained', sustained)),
    ratelimit: listed(leftOf('burst', burst), leftOf('sustained', sustained)),
  };
}

function policyOf(name: string, standing: Standing | null): string {
  return standing ? `"${name}";q=${standing.limit};w=${standing.windowMs / 1_000}` : '';
}

function leftOf(name: string, standing: Standing | null): string {
  return standing ? `"${name}";r=${standing.remaining};t=${standing.resetS}` : '';
}

function listed(burst: string, sustained: string): string {
  return burst && sustained ? `${burst}, ${sustained}` : burst || sustained;
}

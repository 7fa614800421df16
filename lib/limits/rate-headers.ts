import type { Standing, Standings } from './admission.ts';

/** The `RateLimit` headers of the IETF draft; a limit that is off is left out, and so are the headers when both are. */
export function rateHeaders({ burst, sustained }: Standings): Record<string, string> {
  const listed = (write: (name: string, standing: Standing) => string) =>
    burst && sustained
      ? `${write('burst', burst)}, ${write('sustained', sustained)}`
      : burst
        ? write('burst', burst)
        : sustained
          ? write('sustained', sustained)
          : '';
  const policy = listed((name, { limit, windowMs }) => `"${name}";q=${limit};w=${windowMs / 1_000}`);
  if (policy === '') return {};
  return {
    'ratelimit-policy': policy,
    ratelimit: listed((name, { remaining, resetS }) => `"${name}";r=${remaining};t=${resetS}`),
  };
}

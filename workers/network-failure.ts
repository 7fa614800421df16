import type { Failure } from '../lib/outcome.ts';

/** What a connection failed with, by the code or the name of the error: Node's, OpenSSL's or undici's. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'its name is unknown'],
  [/^ECONNREFUSED$/, 'refused the connection'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'closed the connection without an answer'],
  [/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'could not be reached'],
  [/CERT|^UNABLE_TO_|^ERR_TLS|HOSTNAME_MISMATCH/, 'its certificate is not valid'],
  [/^(EPROTO|ERR_SSL)/, 'did not answer in TLS'],
  [/^(UND_ERR|HPE_|HTTPParserError)/, 'the answer broke off or was not HTTP'],
];

/** How many of the reasons above mean that the upstream cannot have answered, so that a second try is safe. */
const BEFORE_ANSWER = 4;

/** The failure of a connection; null for other errors. */
export function networkFailure(error: unknown): Failure | null {
  const found = indexOf(error);
  return found < 0 ? null : { code: 'upstream', reason: (REASONS[found] as (typeof REASONS)[number])[1] };
}

/** Whether the connection failed in a way that a second try may mend. */
export function isWorthRetrying(error: unknown): boolean {
  const found = indexOf(error);
  return found >= 0 && found < BEFORE_ANSWER;
}

function indexOf(error: unknown): number {
  const { code, name } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  return REASONS.findIndex(([pattern]) => pattern.test(code ?? name ?? ''));
}

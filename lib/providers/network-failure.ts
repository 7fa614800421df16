import type { Failure } from '../outcome.ts';

/** Whether a second try is safe: the request cannot have arrived; it may have, so only if it costs nothing; or never. */
type Retry = 'safe' | 'unless billed' | 'never';

/** What a connection failed with, by the code or the name of the error: Node's, OpenSSL's or undici's. */
const REASONS: readonly { of: RegExp; reason: string; retry: Retry }[] = [
  { of: /^(ENOTFOUND|EAI_AGAIN)$/, reason: 'its host name could not be resolved', retry: 'safe' },
  { of: /^ECONNREFUSED$/, reason: 'refused the connection', retry: 'safe' },
  {
    of: /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    reason: 'closed the connection without an answer',
    retry: 'unless billed',
  },
  {
    of: /^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/,
    reason: 'could not be reached',
    retry: 'safe',
  },
  { of: /CERT|^UNABLE_TO_|^ERR_TLS|HOSTNAME_MISMATCH/, reason: 'its certificate is not valid', retry: 'never' },
  { of: /^(EPROTO|ERR_SSL)/, reason: 'did not answer in TLS', retry: 'never' },
  { of: /^(UND_ERR|HPE_|HTTPParserError)/, reason: 'the answer broke off or was not HTTP', retry: 'never' },
];

/** The failure of a connection; null for other errors. */
export function networkFailure(error: unknown): Failure | null {
  const reason = reasonOf(error)?.reason;
  return reason === undefined ? null : { code: 'upstream', reason };
}

/** Whether a request that failed in this way may be sent again. */
export function retryAfter(error: unknown): Retry {
  return reasonOf(error)?.retry ?? 'never';
}

/** Whether a request that failed in this way certainly never left: there was no connection to send it on. */
export function neverLeft(error: unknown): boolean {
  const { code, syscall, errors } = (error ?? {}) as Partial<NodeJS.ErrnoException & AggregateError>;
  if (errors) return errors.every(neverLeft);
  return syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT';
}

function reasonOf(error: unknown) {
  const { code, name } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  return REASONS.find(({ of }) => of.test(code ?? name ?? ''));
}

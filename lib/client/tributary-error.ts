import type { PlainReply } from './platform.ts';

/** What a `TributaryError` knows besides its message. */
export interface ErrorDetails {
  /** Status of the reply; 0 if there was none. */
  status: number;
  /** Messages by parameter, if parameters were refused. */
  fields?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Seconds after which to try again, if the service named a time. */
  retryAfterS?: number | undefined;
  /** The service's name for the request, to be found in its log; empty if there was no reply. */
  requestId?: string | undefined;
  /** Body of the reply: what its JSON says, or its text. */
  body?: unknown;
  /** The failure of the network, or of reading the reply. */
  cause?: unknown;
}

/** A call that was not answered with a result: refused by the service, or failed on the way. */
export class TributaryError extends Error {
  readonly status: number;
  readonly fields: Readonly<Record<string, readonly string[]>> | undefined;
  readonly retryAfterS: number | undefined;
  readonly requestId: string;
  readonly body: unknown;

  constructor(message: string, { status, fields, retryAfterS, requestId = '', body, ...rest }: ErrorDetails) {
    super(message, rest);
    this.name = 'TributaryError';
    this.status = status;
    this.fields = fields;
    this.retryAfterS = retryAfterS;
    this.requestId = requestId;
    this.body = body;
  }
}

/** The error for a reply that is not a 200. Its message is the service's own: the detail, or the fields in one line. */
export function refusal(reply: PlainReply, body: unknown): TributaryError {
  const details = { ...detailsOf(reply), body };
  if (typeof body !== 'object' || body === null) return new TributaryError(`Status ${reply.status}.`, details);
  const { detail } = body as { detail?: unknown };
  if (typeof detail === 'string') return new TributaryError(detail, details);
  const fields = body as Record<string, string[]>;
  const line = Object.entries(fields).map(([name, messages]) => `${name}: ${[messages].flat().join(' ')}`);
  return new TributaryError(line.join('; '), { ...details, fields });
}

/** The reason of a failure in words: the deepest cause, because `fetch` only says that it failed. */
export function causeOf(error: unknown): string {
  const { cause, message, code } = (error ?? {}) as { cause?: unknown; message?: string; code?: string };
  if (cause instanceof Error) return causeOf(cause);
  return message || code || String(error);
}

/** What the headers of a reply say about an error. */
export function detailsOf({ status, headers }: PlainReply): ErrorDetails {
  const retryAfterS = Number.parseInt(headers.get('retry-after') ?? '', 10);
  return {
    status,
    retryAfterS: Number.isNaN(retryAfterS) ? undefined : retryAfterS,
    requestId: headers.get('x-request-id') ?? '',
  };
}

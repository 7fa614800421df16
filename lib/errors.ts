import type { RequestReason } from './requests/request-reason.ts';

/** An intended error reply. The caller sees everything in it but the reason, which the log of requests has. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** Why, if the status does not say it. */
  readonly reason: RequestReason | undefined;

  constructor(
    status: number,
    body: string | Readonly<Record<string, unknown>>,
    headers: Record<string, string | string[]> = {},
    reason?: RequestReason,
  ) {
    super(typeof body === 'string' ? body : 'request refused');
    this.name = 'ApiError';
    this.status = status;
    this.body = typeof body === 'string' ? { detail: body } : body;
    this.headers = headers;
    this.reason = reason;
  }
}

/** The problem in one line, for error formats that have room for only one. */
export function lineOf({ body }: ApiError): string {
  if (typeof body.detail === 'string') return body.detail;
  return Object.entries(body)
    .map(([field, messages]) => `${field}: ${[messages].flat().join(' ')}`)
    .join('; ');
}

/** 503: a dependency is unavailable; `Retry-After` says when to try again. */
export function unavailable(detail: string, retryAfterS = 1, reason?: RequestReason): ApiError {
  return new ApiError(503, detail, { 'retry-after': String(Math.max(1, Math.ceil(retryAfterS))) }, reason);
}

/** 400: maps each invalid parameter to its messages. */
export function badRequest(fields: Readonly<Record<string, readonly string[]>>): ApiError {
  return new ApiError(400, fields);
}

/** 400: the messages of a schema, by the name of the invalid parameter. */
export function invalidValues(issues: readonly { path: readonly PropertyKey[]; message: string }[]): ApiError {
  const fields: Record<string, string[]> = {};
  for (const { path, message } of issues) {
    const field = String(path[0] ?? 'arguments');
    fields[field] ??= [];
    fields[field].push(message);
  }
  return badRequest(fields);
}

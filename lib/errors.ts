/** A reply that is not a 200, on purpose: everything in it may be read by the caller. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: string | Readonly<Record<string, unknown>>, headers: Record<string, string> = {}) {
    super(typeof body === 'string' ? body : 'request refused');
    this.name = 'ApiError';
    this.status = status;
    this.body = typeof body === 'string' ? { detail: body } : body;
    this.headers = headers;
  }
}

/** 503: something this service depends on is away; says when to come back. */
export function unavailable(detail: string, retryAfterS = 1): ApiError {
  return new ApiError(503, detail, { 'retry-after': String(Math.max(1, Math.ceil(retryAfterS))) });
}

/** 400: parameter name → messages. */
export function badRequest(fields: Readonly<Record<string, readonly string[]>>): ApiError {
  return new ApiError(400, fields);
}

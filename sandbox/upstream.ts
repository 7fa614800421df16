import type { IncomingHttpHeaders } from 'node:http';

/** A stand-in for one upstream: takes a request on its wire format, gives a response on it. */
export interface Upstream {
  /** First part of the path under which it is served. */
  slug: string;
  handle(request: SandboxRequest): SandboxResponse;
}

export interface SandboxRequest {
  method: string;
  /** Below the upstream's own base address. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface SandboxResponse {
  status: number;
  headers?: Record<string, string>;
  /** A string is sent as plain text, a buffer as it is, anything else as JSON. */
  body: unknown;
}

/** A key that every stand-in refuses, so that tests can see what a wrong one does. */
export const BAD_KEY = 'bad-key';

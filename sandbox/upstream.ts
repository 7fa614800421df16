import type { IncomingHttpHeaders } from 'node:http';

/** A stand-in for one upstream: handles requests in that upstream's wire format. */
export interface Upstream {
  /** The first segment of its path in the sandbox. */
  slug: string;
  handle(request: SandboxRequest): SandboxResponse;
}

/** A request to a stand-in. */
export interface SandboxRequest {
  method: string;
  /** Relative to the upstream's base URL. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A stand-in's response. */
export interface SandboxResponse {
  status: number;
  headers?: Record<string, string>;
  /** Strings are sent as plain text, buffers unchanged, anything else as JSON. */
  body: unknown;
}

/** A key that every stand-in refuses, so that tests can check the handling of a wrong key. */
export const BAD_KEY = 'bad-key';

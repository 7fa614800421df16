import type { StandInReply, StandInRequest } from '../lib/providers/stand-in.ts';

/** A stand-in for one upstream: handles requests in that upstream's wire format. */
export interface Upstream {
  /** The first segment of its path in the sandbox. */
  slug: string;
  handle(request: SandboxRequest): SandboxResponse;
}

export type SandboxRequest = StandInRequest;
export type SandboxResponse = StandInReply;

import { z } from 'zod';
import type { Endpoint } from '../contract/endpoint.ts';

/** An endpoint of the API under names that language models understand. */
export interface Tool {
  name: string;
  title: string;
  /** For models, which read it in every conversation: short. */
  description: string;
  endpoint: Endpoint;
  /** The arguments, described for models. */
  args: z.ZodObject;
  /** The endpoint's parameter for each argument that it has one for. */
  params: Readonly<Record<string, string>>;
  /** Parameters of the endpoint that each call has. */
  fixed?: Readonly<Record<string, string>>;
  /** The schema of `data`. */
  output: z.ZodType;
  /** The reply as data: an object, because clients accept no other value. */
  data(body: unknown): Record<string, unknown>;
  /** The reply in words, for models that do not read the data. */
  text(body: unknown): string;
  /** Whether the answer comes from beyond this machine. */
  openWorld: boolean;
  /** Whether a call has the time limit of its endpoint. The others end with those of searches. */
  hasOwnDeadline?: boolean;
  /** Whether no single request of the API does the same, so that it can only be called as a tool. */
  isOnlyTool?: boolean;
}

/** A tool whose data is the endpoint's body. */
export function plainTool(tool: Omit<Tool, 'endpoint' | 'output' | 'data' | 'openWorld'>, endpoint: Endpoint): Tool {
  const data = (body: unknown) => body as Record<string, unknown>;
  return { ...tool, endpoint, output: endpoint.reply, data, openWorld: true };
}

/** Arguments that are parameters of the same name. */
export function sameNames(...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, name]));
}

const DEFAULT_RESULTS = 10;

/** Arguments that several tools have. */
export const langArg = z.string().optional().describe('Language as a BCP 47 tag, such as en or pt-BR.');
export const limitArg = z.int().min(1).max(50).default(DEFAULT_RESULTS).describe('Maximum number of results.');

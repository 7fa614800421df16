import type { CallToolResult } from '@modelcontextprotocol/server';
import { ApiError, invalidValues, lineOf } from '../../lib/errors.ts';
import { failuresText } from './mcp-text.ts';
import type { Tool } from './mcp-tool.ts';
import { tools } from './mcp-tools.ts';

/** The parameters of an endpoint as they are in an address. */
export type EndpointParams = Readonly<Record<string, string>>;

/** The reply of an endpoint: its body and its `Server-Timing` header. */
export interface EndpointReply {
  body: unknown;
  serverTiming: string;
}

const byName = new Map(tools.map((tool) => [tool.name, tool]));

/** Finds a tool by its name. */
export function findTool(name: unknown): Tool | undefined {
  return typeof name === 'string' ? byName.get(name) : undefined;
}

/** Checks the arguments of a call and translates them for the endpoint. Throws a 400 that names the wrong ones. */
export function readArguments(tool: Tool, given: unknown): EndpointParams {
  const { success, data, error } = tool.args.safeParse(withoutNulls(given ?? {}), { error: requiredMessage });
  if (!success) throw invalidValues(error.issues);
  const params = Object.entries(tool.params).flatMap(([name, param]) =>
    data[name] === undefined ? [] : [[param, String(data[name])]],
  );
  return { ...tool.fixed, ...Object.fromEntries(params) };
}

/** The result of a call that an endpoint has answered. */
export function toolResult(tool: Tool, { body, serverTiming }: EndpointReply): CallToolResult {
  const text = [tool.text(body), failuresText(serverTiming)].filter(Boolean).join('\n\n');
  return { content: [{ type: 'text', text }], structuredContent: tool.data(body) };
}

/** The result of a call that was refused or failed: one line that a model can act on. */
export function toolFailure(error: ApiError, tool?: Tool): CallToolResult {
  return { content: [{ type: 'text', text: lineOf(tool ? withArgumentNames(error, tool) : error) }], isError: true };
}

/** Names the bad parameters of a 400 as the tool does. */
function withArgumentNames(error: ApiError, tool: Tool): ApiError {
  if (error.status !== 400) return error;
  const names = new Map(Object.entries(tool.params).map(([name, param]) => [param, name]));
  const fields = Object.entries(error.body).map(([field, messages]) => [names.get(field) ?? field, messages]);
  return new ApiError(400, Object.fromEntries(fields));
}

/** Models send null for what they leave out. */
function withoutNulls(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

function requiredMessage({ input }: { input?: unknown }): string | undefined {
  return input === undefined ? 'This field is required.' : undefined;
}

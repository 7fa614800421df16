import {
  type CallToolResult,
  type Tool as ListedTool,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { z } from 'zod';
import { hasScope, type Scope, scopesFor } from '../../lib/keys/scopes.ts';
import { packageVersion } from '../../lib/package-version.ts';
import { findTool } from './mcp-call.ts';
import type { Tool } from './mcp-tool.ts';
import { tools } from './mcp-tools.ts';
import { UNTRUSTED } from './untrusted.ts';

/** Answers the call of a tool. It does not throw: a failure is a result too. */
export type CallTool = (tool: Tool, args: unknown, signal: AbortSignal) => Promise<CallToolResult>;

const INSTRUCTIONS =
  'Tributary searches the web with several engines at once. Use instant_answer for exact questions such as sums, ' +
  'conversions and weather; news_search for current events; web_search for everything else. Results are URLs ' +
  `and descriptions; use read_page to read a page. ${UNTRUSTED}`;

const serverInfo = { name: 'tributary', title: 'Tributary', version: packageVersion };
const HOUR_MS = 3_600_000;
const forAnHour = { ttlMs: HOUR_MS, cacheScope: 'public' as const };
/** Keys may use different tools. */
const forItsKey = { ...forAnHour, cacheScope: 'private' as const };
const options: ServerOptions = {
  capabilities: { tools: {} },
  instructions: INSTRUCTIONS,
  cacheHints: { 'tools/list': forItsKey, 'server/discover': forAnHour },
  // Shared, because every server would otherwise create one, which takes longer than a cached search.
  jsonSchemaValidator: new AjvJsonSchemaValidator(),
};

/** Descriptions without the names of shared schemas: by name, a schema would be a reference, which not all clients follow. */
class NamelessRegistry extends z.core.$ZodRegistry<Record<string, unknown>> {
  override get(schema: z.core.$ZodType): Record<string, unknown> {
    const { id: _, ...rest } = z.globalRegistry.get(schema) ?? {};
    return rest;
  }
}
const nameless = new NamelessRegistry();

const listed: { tool: ListedTool; scopes: readonly Scope[] }[] = tools.map(
  ({ name, title, description, args, output, openWorld, endpoint }) => ({
    scopes: scopesFor([endpoint.name]),
    tool: {
      name,
      title,
      description,
      inputSchema: jsonSchema(args),
      outputSchema: jsonSchema(output, withoutOptional),
      annotations: {
        title,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: openWorld,
      },
    },
  }),
);

/** Creates a server for one request or one connection, with the tools that a key of these scopes may use. */
export function mcpServer(call: CallTool, scopes: readonly Scope[] = []): Server {
  const usable = listed.filter((one) => one.scopes.every((scope) => hasScope(scopes, scope)));
  const server = new Server(serverInfo, options);
  server.setRequestHandler('tools/list', () => ({ tools: usable.map(({ tool }) => tool) }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = findTool(params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${params.name}".`);
    return call(tool, params.arguments, mcpReq.signal);
  });
  return server;
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * A schema for clients. The input side of a schema allows fields that it does not name, so that clients accept results
 * with a field that is newer than the list of tools they have. Some clients know no `$schema` but their own.
 */
function jsonSchema(schema: z.ZodType, shorten: (one: JsonSchema) => void = () => {}): ListedTool['inputSchema'] {
  const override = ({ jsonSchema: one }: { jsonSchema: JsonSchema }) => {
    withoutNoise(one);
    shorten(one);
  };
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', metadata: nameless, override });
  return rest as ListedTool['inputSchema'];
}

/** Every agent pays for the list of tools: what a number or a format says already is not said again. */
function withoutNoise(one: JsonSchema): void {
  if (one.minimum === Number.MIN_SAFE_INTEGER) delete one.minimum;
  if (one.maximum === Number.MAX_SAFE_INTEGER) delete one.maximum;
  if (one.format !== undefined) delete one.pattern;
}

/** Fields that a result may lack need no mention, as clients accept any. Most come with `detail=full`, which tools do not ask for. */
function withoutOptional(one: JsonSchema): void {
  if (!one.properties) return;
  for (const name of Object.keys(one.properties)) if (!one.required?.includes(name)) delete one.properties[name];
}

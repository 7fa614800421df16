import { InputError } from '../../lib/accounts/account-store.ts';
import { httpUrl } from '../../lib/config/config-values.ts';
import { loadClientSettings } from '../../lib/config/setting-sources.ts';
import { type ClientCommand, parse } from '../command.ts';

/** Serves the tools of a running instance on standard input and output, for programs that start their MCP servers. */
export const mcpCommand: ClientCommand = {
  name: 'mcp',
  usage: 'mcp [--url <address>]',
  summary: 'Serve the tools of a running instance to an MCP client on standard input and output (TRIBUTARY_API_KEY).',
  async runAsClient(args) {
    const settings = loadClientSettings();
    const { success, data: url } = httpUrl.safeParse(parse(args, [], { text: ['url'] }).text('url') ?? settings.url);
    if (!success)
      throw new InputError('The URL of the instance must start with http:// or https:// (--url or TRIBUTARY_URL).');
    if (settings.apiKey === '') throw new InputError('Set TRIBUTARY_API_KEY to an API key of the instance.');
    // Loaded here, because the other commands do not need it and it takes longer to load than they do.
    const { serveTools } = await import('../mcp-stdio.ts');
    await serveTools({ apiKey: settings.apiKey, url });
    return 0;
  },
};

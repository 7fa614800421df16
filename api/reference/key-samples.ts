import { hasScope, type Scope } from '../../lib/keys/scopes.ts';

/** The command that adds this instance to Claude Code. */
export function mcpLine(base: string, key: string): string {
  return `claude mcp add --transport http tributary ${base}/mcp --header "Authorization: Bearer ${key}"`;
}

/**
 * What somebody with a new key copies first: a request that the key may make, in each language, and the command for an
 * agent. The key is in each, so that it works as it is.
 */
export function keySamples(base: string, key: string, scopes: readonly Scope[]) {
  const isManaging = hasScope(scopes, 'manage');
  const path = hasScope(scopes, 'search') ? 'web/?q=node.js' : isManaging ? 'admin/keys/' : 'key/';
  const address = `${base}/api/v1/${path}`;
  return {
    curl: `curl '${address}' \\\n  -H 'Authorization: Api-Key ${key}'`,
    javascript: [
      `const reply = await fetch('${address}', {`,
      `  headers: { authorization: 'Api-Key ${key}' },`,
      '});',
      'console.log(await reply.json());',
    ].join('\n'),
    python: [
      'import json',
      'from urllib.request import Request, urlopen',
      '',
      'request = Request(',
      `    "${address}",`,
      `    headers={"Authorization": "Api-Key ${key}"},`,
      ')',
      'print(json.load(urlopen(request)))',
    ].join('\n'),
    // A key that manages calls no tools.
    ...(!isManaging && { mcp: mcpLine(base, key) }),
  };
}

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { isPublicHost } from '../../lib/net/public-address.ts';
import { parseHttpUrl } from '../../lib/search/canonical-url.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Address of the sandbox that stands in for providers; empty without one. */
    sandboxUrl: string;
  }
}

/** Address of the sandbox; empty without one. */
export const SandboxUrl = createContext('');

/**
 * Whether the page may load a picture. All pictures of the sandbox are its own; its policy refuses others. Elsewhere, an
 * upstream must not make the visitor's browser call the devices of their network, nor send a password.
 */
export function useMayLoad(src: string): boolean {
  const sandboxUrl = useContext(SandboxUrl);
  if (sandboxUrl !== '') return src.startsWith(`${sandboxUrl}/`);
  const url = parseHttpUrl(src);
  return url !== null && url.username === '' && url.password === '' && isPublicHost(url.hostname);
}

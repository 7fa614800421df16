import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../lib/errors.ts';
import { askedHostname } from '../../lib/net/asked-host.ts';
import { isPublicHost } from '../../lib/net/public-address.ts';
import { ownAddress } from '../plugins/base-path.ts';
import { linkTokenOf, searchLinkPath } from './search-link-address.ts';

/**
 * Serves the OpenSearch description, so that a browser can add this instance to its search engines. The browser of a
 * signed-in user also gets suggestions. At the address of a search link, it has that link, which needs no session. The
 * description has whole addresses: without `PUBLIC_URL`, only those of the visitor's own machine or network, because
 * whoever sends the request chooses its `Host`.
 */
export function openSearch(app: FastifyInstance, publicUrl: string): void {
  app.get('/opensearch.xml', { schema: { hide: true } }, async (request, reply) => {
    const asked = askedHostname(request.host);
    if (publicUrl === '' && (asked === '' || isPublicHost(asked)))
      throw new ApiError(404, 'Set PUBLIC_URL to add this instance to a browser.');
    const own = ownAddress(request, publicUrl);
    const token = linkTokenOf(request);
    const base = escaped(own);
    const searched = escaped(own + (token === undefined ? '' : searchLinkPath(token)));
    return reply.type('application/opensearchdescription+xml; charset=utf-8').send(
      `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>Tributary</ShortName>
  <Description>Several search engines at once</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="16" height="16" type="image/svg+xml">${base}/static/icon.svg</Image>
  <Url type="text/html" method="get" template="${searched}/?q={searchTerms}"/>
  <Url type="application/x-suggestions+json" method="get" template="${searched}/suggest.json?format=list&amp;q={searchTerms}"/>
  <Url type="application/opensearchdescription+xml" rel="self" template="${searched}/opensearch.xml"/>
</OpenSearchDescription>
`,
    );
  });
}

/** Escapes a text for XML. */
function escaped(text: string): string {
  return text.replace(/[<>&"']/g, (character) => `&#${character.codePointAt(0)};`);
}

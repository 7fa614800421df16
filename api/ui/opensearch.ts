import type { FastifyInstance } from 'fastify';
import { ownAddress } from '../plugins/base-path.ts';

/**
 * Serves the OpenSearch description, so that a browser can add this instance to its search engines. The
 * browser of a signed-in user also gets suggestions.
 */
export function openSearch(app: FastifyInstance, publicUrl: string): void {
  app.get('/opensearch.xml', { schema: { hide: true } }, async (request, reply) => {
    const base = escaped(ownAddress(request, publicUrl));
    return reply.type('application/opensearchdescription+xml; charset=utf-8').send(
      `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>Tributary</ShortName>
  <Description>Several search engines at once</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="16" height="16" type="image/svg+xml">${base}/static/icon.svg</Image>
  <Url type="text/html" method="get" template="${base}/?q={searchTerms}"/>
  <Url type="application/x-suggestions+json" method="get" template="${base}/suggest.json?format=list&amp;q={searchTerms}"/>
  <Url type="application/opensearchdescription+xml" rel="self" template="${base}/opensearch.xml"/>
</OpenSearchDescription>
`,
    );
  });
}

/** Escapes a text for XML. The host comes from the request, so it may contain anything. */
function escaped(text: string): string {
  return text.replace(/[<>&"']/g, (character) => `&#${character.codePointAt(0)};`);
}

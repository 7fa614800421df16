import type { FastifyInstance } from 'fastify';

/** Tells a browser how to search here, so that it can be added to its search engines. */
export function openSearch(app: FastifyInstance, publicUrl: string): void {
  app.get('/opensearch.xml', { schema: { hide: true } }, async (request, reply) => {
    const base = escaped(publicUrl || `${request.protocol}://${request.host}`);
    return reply
      .type('application/opensearchdescription+xml; charset=utf-8')
      .header('x-content-type-options', 'nosniff')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>Tributary</ShortName>
  <Description>Several search engines at once</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="16" height="16" type="image/svg+xml">${base}/static/icon.svg</Image>
  <Url type="text/html" method="get" template="${base}/?q={searchTerms}"/>
  <Url type="application/opensearchdescription+xml" rel="self" template="${base}/opensearch.xml"/>
</OpenSearchDescription>
`,
      );
  });
}

/** The host is whatever the caller says it is. */
function escaped(text: string): string {
  return text.replace(/[<>&"']/g, (character) => `&#${character.codePointAt(0)};`);
}

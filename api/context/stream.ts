import type { ContextParams } from '../contract/context-params.ts';
import { context } from '../endpoints/context.ts';
import type { StreamedEndpoint } from '../routes/event-route.ts';
import { eventsText } from '../routes/event-stream.ts';

const { summary, path, example } = context;

/** A context as a stream, which begins when the search is done. */
export const contextStream: StreamedEndpoint<ContextParams> = {
  endpoint: context,
  summary: `${summary}, as a stream`,
  description:
    'Sends server-sent events: `sources` with the results of the search, `page` (`source`, `passages`) when a page ' +
    `has been read or has failed, and \`done\` with the body of \`${path}\`. The passages of \`page\` are ` +
    'ranked within their page, those of `done` together. Parameters, cost and errors are the same. The stream ' +
    'starts when the search is done.',
  example: eventsText([
    ['sources', example.sources],
    ['page', { source: example.sources[0], passages: example.passages }],
    ['done', example],
  ]),
  follow: (request, events) =>
    context.follow(request, {
      onFound(sources) {
        events.add('sources', sources);
        if (sources.length > 0) events.begin();
      },
      onPage: (source, passages) => events.add('page', { source, passages }),
    }),
};

import { outcomeWord } from '../ask/outcomes.ts';
import type { Endpoint, RequestContext } from '../contract/endpoint.ts';
import type { TabQuery } from '../contract/tab-params.ts';
import type { EngineOutcome } from '../search/engines.ts';
import type { Progress } from '../search/search.ts';
import type { StreamedEndpoint } from './event-route.ts';
import { eventsText } from './event-stream.ts';

/** A search tab that tells of its progress. */
export interface StreamedTab extends Endpoint {
  follow(context: RequestContext<TabQuery>, progress: Progress): Promise<unknown>;
}

/** A tab's search as a stream, which begins with the first engine that answers. */
export function tabStream(tab: StreamedTab): StreamedEndpoint<TabQuery> {
  return {
    endpoint: tab,
    summary: `${tab.summary} as a stream`,
    description:
      `Sends server-sent events: \`engine\` (\`engine\`, \`label\`, \`outcome\`, \`ms\`) when an engine answers or fails, ` +
      `\`results\` with the merged list so far, and \`done\` with the body of \`${tab.path}\`. Parameters, cost and ` +
      'errors are the same. The stream starts when the first engine answers.',
    example: exampleOf(tab),
    follow: (context, events) =>
      tab.follow(context, {
        answered(answer, merged) {
          events.add('engine', engineEvent(answer));
          if (!merged) return;
          events.add('results', merged());
          events.begin();
        },
      }),
  };
}

function engineEvent({ slot, engine, outcome }: EngineOutcome<unknown>) {
  return { engine: slot, label: engine.label, outcome: outcomeWord(outcome), ms: Math.round(outcome.ms) };
}

/** What a stream with one engine sends. */
function exampleOf({ example }: StreamedTab): string {
  const { correction, results } = example as { correction?: string; results: unknown };
  return eventsText([
    ['engine', { engine: 'engine_a', label: 'Brave', outcome: 'ok', ms: 212 }],
    ['results', { correction, results }],
    ['done', example],
  ]);
}

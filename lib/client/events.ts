import { type CallOptions, type EndpointRequest, open } from './call.ts';
import type { ClientOptions } from './client-options.ts';
import type { PlainReply } from './platform.ts';
import { causeOf, detailsOf, refusal, TributaryError } from './tributary-error.ts';

/** An event of a stream, with what its JSON says. */
export interface StreamEvent {
  event: string;
  data: unknown;
}

declare const TextDecoder: new () => { decode(bytes?: never, options?: { stream: boolean }): string };

/** The events of a stream, as they arrive. Ends after the last one; an `error` event is thrown as a `TributaryError`. */
export async function* events(
  options: ClientOptions,
  request: EndpointRequest,
  callOptions: CallOptions = {},
): AsyncGenerator<StreamEvent, void, undefined> {
  const opened = await open(options, request, callOptions);
  const { reply } = opened;
  try {
    for await (const block of blocksOf(reply)) {
      const { event, data } = eventIn(block);
      if (event === 'error') throw refusal(reply, data);
      yield { event, data };
      if (event === 'done') return;
    }
    throw new TributaryError('The stream ended before it was done.', detailsOf(reply));
  } catch (cause) {
    callOptions.signal?.throwIfAborted();
    if (cause instanceof TributaryError) throw cause;
    throw opened.failure(`The stream broke off: ${causeOf(cause)}`, { cause });
  } finally {
    opened.close();
  }
}

/** The texts between empty lines, each as soon as it is whole. Whoever stops before the end ends the request. */
async function* blocksOf({ body }: PlainReply): AsyncGenerator<string, void, undefined> {
  const reader = body?.getReader();
  if (!reader) throw new Error('there is no body to read');
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + decoder.decode(value as never, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      yield* blocks;
    }
  } finally {
    await reader.cancel();
  }
}

/** Reads `event: …` and `data: …`. The service sends both in one line each. */
function eventIn(block: string): StreamEvent {
  const [, event = '', data = 'null'] = /^event: (.*)\ndata: (.*)$/s.exec(block) ?? [];
  return { event, data: JSON.parse(data) };
}

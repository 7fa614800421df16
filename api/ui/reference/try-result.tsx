import { STATUS_CODES } from 'node:http';
import type { VNode } from 'preact';
import type { ReferenceOperation } from '../../reference/pages.ts';
import { curlSample } from '../../reference/samples.ts';
import { CodeBlock } from '../code-samples.tsx';
import { countText } from '../number-text.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { EngineList } from '../requests/engine-bars.tsx';
import { outcomesIn, outcomesInEvents } from '../requests/engine-outcomes.ts';
import type { Tried } from './try-call.ts';

/** Longer bodies are cut off here. */
const MAX_SHOWN = 100_000;

interface TryResultProps {
  operation: ReferenceOperation;
  tried: Tried;
  base: string;
}

/** What an endpoint has replied with. */
export function TryResult({ operation, tried, base }: TryResultProps): VNode {
  const { id, isStream } = operation;
  const { status, ms, headers, request } = tried;
  const { try: texts } = useTexts().reference;
  const locale = useLocale();
  const body = readable(tried.body);
  const outcomes = isStream ? outcomesInEvents(tried.body) : outcomesIn(headers['server-timing'] ?? '');
  const engines = outcomes.map((one) => ({ ...one, engine: tried.names.get(one.engine) ?? one.engine }));
  return (
    <>
      <h3>{texts.reply}</h3>
      <p>
        <span class={`state ${status < 400 ? 'up' : 'down'}`}>{`${status} ${STATUS_CODES[status] ?? ''}`}</span>{' '}
        {texts.took(countText(ms, locale))}
      </p>
      {engines.length > 0 && <EngineList engines={engines} />}
      <h4>{texts.text}</h4>
      <CodeBlock id={`${id}-reply`} text={body.slice(0, MAX_SHOWN)} />
      {body.length > MAX_SHOWN && (
        <p class="faint">{texts.cut(countText(MAX_SHOWN, locale), countText(body.length, locale))}</p>
      )}
      <h4>{texts.headers}</h4>
      <dl class="headers">
        {Object.entries(headers).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h4>{texts.request}</h4>
      <CodeBlock id={`${id}-request`} text={curlSample(request, base, isStream)} language="bash" isCommand />
    </>
  );
}

/** JSON on several lines; a stream as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    // Not JSON: events, or a page of a proxy.
    return body;
  }
}

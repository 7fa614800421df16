import type { ComponentChildren, VNode } from 'preact';
import { mcpLine } from '../../reference/key-samples.ts';
import type { ReferenceOperation, ReferencePage } from '../../reference/pages.ts';
import { exampleRequest } from '../../reference/sample-request.ts';
import { curlSample, KEY_VARIABLE, samplesOf } from '../../reference/samples.ts';
import { CodeBlock, CodeSamples } from '../code-samples.tsx';
import { InlineText } from '../inline-text.tsx';
import { useTexts } from '../rendering.tsx';

const ERRORS =
  '{ "detail": "Request was throttled. Expected available in 12 seconds." }\n{ "q": ["This field is required."] }';

interface GuideProps {
  pages: readonly ReferencePage[];
  base: string;
}

/** What comes before the endpoints: from a key to a first reply, and what holds for all of them. */
export function Guide({ pages, base }: GuideProps): VNode {
  const { reference } = useTexts();
  const operations = pages.flatMap((page) => page.operations);
  const find = (id: string) => operations.find((operation) => operation.id === id) as ReferenceOperation;
  const [web, stream] = [find('web'), find('web_stream')];
  const search = exampleRequest(web);
  const detailed = { ...search, query: [...search.query, ['detail', 'full'] as const] };
  return (
    <>
      <h1>{reference.title}</h1>
      <p>{reference.intro}</p>
      <Section name="key">
        <CodeBlock id="export-key" text={`export ${KEY_VARIABLE}=trib_…`} />
      </Section>
      <Section name="first">
        <CodeSamples id="first-call" samples={samplesOf(web, search, base)} />
      </Section>
      <Section name="errors">
        <CodeBlock id="error-bodies" text={ERRORS} language="json" isCommand />
        <Statuses />
      </Section>
      <Section name="limits">
        <CodeBlock
          id="rate-headers"
          text={
            'RateLimit-Policy: "burst";q=60;w=60, "sustained";q=5000;w=86400\nRateLimit: "burst";r=59;t=0, "sustained";r=4711;t=0'
          }
        />
      </Section>
      <Section name="detail">
        <CodeBlock id="detailed-call" text={curlSample(detailed, base)} language="bash" isCommand />
      </Section>
      <Section name="streaming">
        <CodeSamples id="stream-call" samples={samplesOf(stream, exampleRequest(stream), base)} />
      </Section>
      <Section name="mcp">
        <CodeBlock id="mcp-line" text={mcpLine(base, `$${KEY_VARIABLE}`)} isCommand />
      </Section>
      <Section name="more" />
    </>
  );
}

type SectionName = keyof ReturnType<typeof useTexts>['reference']['sections'];

/** A section of the guide: what is said before an example, and after it. */
function Section({ name, children }: { name: SectionName; children?: ComponentChildren }): VNode {
  const { title, paragraphs, after } = useTexts().reference.sections[name];
  return (
    <section id={name} class="guide" aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>
        <a href={`#${name}`}>{title}</a>
      </h2>
      {paragraphs.map((text) => (
        <p key={text}>
          <InlineText text={text} />
        </p>
      ))}
      {children}
      {after.map((text) => (
        <p key={text}>
          <InlineText text={text} />
        </p>
      ))}
    </section>
  );
}

function Statuses(): VNode {
  return (
    <dl class="rows">
      {useTexts().reference.sections.errors.statuses.map(([status, why = '']) => (
        <div key={status}>
          <dt>
            <code>{status}</code>
          </dt>
          <dd>
            <InlineText text={why} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

import type { ComponentChildren, VNode } from 'preact';
import type { Session } from '../../../lib/accounts/session-store.ts';
import type { ReferenceOperation } from '../../reference/pages.ts';
import type { FieldRow, KindRows } from '../../reference/rows.ts';
import { exampleRequest } from '../../reference/sample-request.ts';
import { samplesOf } from '../../reference/samples.ts';
import { CodeBlock, CodeSamples } from '../code-samples.tsx';
import { InlineText } from '../inline-text.tsx';
import { useLanguage, useTexts } from '../rendering.tsx';
import type { Tried, TypedFields } from './try-call.ts';
import { TryForm } from './try-form.tsx';

interface OperationSectionProps {
  operation: ReferenceOperation;
  path: string;
  session: Session | null;
  base: string;
  tried?: { typed: TypedFields; result: Tried } | undefined;
}

/** An operation: what it is for, samples and a form beside, what it takes and what it replies. */
export function OperationSection({ operation, path, session, base, tried }: OperationSectionProps): VNode {
  const { id, method, summary, description, reply, sameParametersAs } = operation;
  // The same by another method.
  const twin = sameParametersAs?.description === description ? sameParametersAs : null;
  const { reference } = useTexts();
  return (
    <section id={id} class="operation" aria-labelledby={`${id}-title ${id}-address`}>
      <div class="what" lang="en">
        <h2 id={`${id}-title`}>
          <a href={`#${id}`}>{twin ? `${summary} (${method})` : summary}</a>
        </h2>
        <p id={`${id}-address`} class="address">
          <span class="method">{method}</span> <code>{operation.path}</code>
        </p>
        {!twin && (
          <p>
            <InlineText text={description} />
          </p>
        )}
      </div>
      <div class="beside">
        <CodeSamples id={id} samples={samplesOf(operation, exampleRequest(operation), base)} />
        <TryForm operation={operation} path={path} session={session} base={base} tried={tried} />
        {reply?.example !== undefined && (
          <>
            <h3>{reference.example}</h3>
            <CodeBlock
              id={`${id}-example`}
              text={exampleText(reply.example)}
              language={typeof reply.example === 'string' ? undefined : 'json'}
            />
          </>
        )}
      </div>
      <div class="details">
        <h3>{reference.parameters}</h3>
        <Parameters operation={operation} />
        <Reply operation={operation} />
        <h3>{reference.errors}</h3>
        <dl class="rows" lang="en">
          {operation.errors.map(({ status, why }) => (
            <div key={status}>
              <dt>
                <code>{status}</code>
              </dt>
              <dd>
                <InlineText text={`${why}.`} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

/** A stream's example is a text, all others are values. */
function exampleText(example: unknown): string {
  return typeof example === 'string' ? example.trimEnd() : JSON.stringify(example, null, 2);
}

function Parameters({ operation: { rows, sameParametersAs } }: { operation: ReferenceOperation }): VNode {
  const { reference } = useTexts();
  const language = useLanguage();
  if (sameParametersAs) return <SameAs text={reference.sameParameters} other={sameParametersAs} />;
  if (rows.length === 0) return <p>{reference.noParameters}</p>;
  return (
    <dl class="rows" lang="en">
      {rows.map(({ name, values, required, standard, meaning }) => (
        <Row key={name} name={name} type={values} meaning={meaning}>
          {' '}
          {required && <b lang={language}>{reference.required}</b>}
          {standard !== '' && (
            <span class="faint">
              · <span lang={language}>{reference.standard}</span> <InlineText text={standard} />
            </span>
          )}
        </Row>
      ))}
    </dl>
  );
}

/** Leads to the operation of this page that has the same. */
function SameAs({ text, other: { id, method, path } }: { text: string; other: ReferenceOperation }): VNode {
  return (
    <p>
      {text}{' '}
      <a href={`#${id}`}>
        <code>{`${method} ${path}`}</code>
      </a>
      .
    </p>
  );
}

function Reply({ operation: { reply, sameReplyAs } }: { operation: ReferenceOperation }): VNode | null {
  const { reference } = useTexts();
  if (sameReplyAs) return <SameAs text={reference.sameReply} other={sameReplyAs} />;
  if (!reply || reply.fields.length === 0) return null;
  const fields = [...new Set(reply.kinds.map(({ field }) => field))];
  return (
    <>
      <details>
        <summary>{reference.reply(reply.fields.length)}</summary>
        <Fields rows={reply.fields} />
      </details>
      {fields.map((field) => {
        const kinds = reply.kinds.filter((one) => one.field === field);
        return (
          <details key={field}>
            <summary>{reference.kinds(field, kinds.length)}</summary>
            {kinds.map((kind) => (
              <Kind key={kind.kind} of={kind} />
            ))}
          </details>
        );
      })}
    </>
  );
}

function Kind({ of: { kind, description, rows } }: { of: KindRows }): VNode {
  return (
    <div lang="en">
      <h4>
        <InlineText text={kind} />
      </h4>
      <p>
        <InlineText text={description} />
      </p>
      <Fields rows={rows} />
    </div>
  );
}

function Fields({ rows }: { rows: readonly FieldRow[] }): VNode {
  return (
    <dl class="rows" lang="en">
      {rows.map((row) => (
        <Row key={row.name} {...row} />
      ))}
    </dl>
  );
}

/** What has a name, a type and a meaning; `children` are more about the type. */
function Row({ name, type, meaning, children }: FieldRow & { children?: ComponentChildren }): VNode {
  return (
    <div>
      <dt>
        <code>{name}</code>{' '}
        <span class="faint">
          {/* Values that are one or the other; a Markdown table has them beside each other. */}
          <InlineText text={type.replaceAll('` `', '`, `')} />
        </span>
        {children}
      </dt>
      {meaning !== '' && (
        <dd>
          <InlineText text={meaning} />
        </dd>
      )}
    </div>
  );
}

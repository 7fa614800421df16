import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { Session } from '../../../lib/accounts/session-store.ts';
import type { ApiParameter } from '../../reference/document.ts';
import type { ReferenceOperation } from '../../reference/pages.ts';
import { exampleRequest } from '../../reference/sample-request.ts';
import { CsrfField } from '../csrf-field.tsx';
import { InlineText } from '../inline-text.tsx';
import { useLanguage, useTexts } from '../rendering.tsx';
import type { Tried, TypedFields } from './try-call.ts';
import { TryResult } from './try-result.tsx';

/** A text of more than this is written on several lines. */
const LONG_TEXT = 1_000;

interface TryFormProps {
  operation: ReferenceOperation;
  /** The path of the page. */
  path: string;
  session: Session | null;
  base: string;
  /** What was typed and what came of it; undefined before. */
  tried?: { typed: TypedFields; result: Tried } | undefined;
}

/** The form that calls an endpoint; for somebody who is not signed in, where to sign in. */
export function TryForm({ operation, path, session, base, tried }: TryFormProps): VNode {
  const { id } = operation;
  const { try: texts } = useTexts().reference;
  return (
    <details class="try" open={tried !== undefined}>
      <summary>{texts.title}</summary>
      {operation.isOpenEnded ? (
        <p>{texts.openEnded}</p>
      ) : session === null ? (
        <p>
          <InlineText text={texts.signIn(path)} />
        </p>
      ) : (
        <form method="post" action={`${path}#${id}`} data-result={`${id}-result`} autocomplete="off">
          <CsrfField session={session} />
          <input type="hidden" name="operation" value={id} />
          <Fields operation={operation} typed={tried?.typed ?? exampleFields(operation)} />
          <KeyField operation={operation} />
          <button type="submit" data-busy={texts.sending}>
            {texts.send}
          </button>
        </form>
      )}
      <div id={`${id}-result`} class="result" role="status">
        {tried && <TryResult operation={operation} tried={tried.result} base={base} />}
      </div>
    </details>
  );
}

/** The key that is sent. Most endpoints need none here. */
function KeyField({ operation: { id, method } }: { operation: ReferenceOperation }): VNode {
  const { try: texts } = useTexts().reference;
  const isManaged = id.startsWith('admin_');
  // A person on a page has no crawls: they belong to keys.
  const isNeeded = isManaged || id === 'key' || /^crawl/.test(id);
  const managed = method === 'GET' ? texts.readsManage : texts.needsManage;
  const field = (
    <label>
      {texts.key}
      <input type="password" name="key" autocomplete="off" spellcheck={false} required={isNeeded} />
    </label>
  );
  return (
    <>
      {isNeeded ? (
        field
      ) : (
        <details class="more">
          <summary>{texts.withKey}</summary>
          {field}
        </details>
      )}
      <p class="faint">
        <InlineText text={isManaged ? managed : isNeeded ? texts.needsKey : texts.asYou} />
      </p>
    </>
  );
}

/** What the form has at first: the request of the samples. */
function exampleFields(operation: ReferenceOperation): TypedFields {
  const { inPath, query, body } = exampleRequest(operation);
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(inPath)) fields[`path.${name}`] = value;
  for (const [name, value] of query) fields[`query.${name}`] = [value].flat().join('\n');
  if (body !== undefined) fields.body = JSON.stringify(body, null, 2);
  return fields;
}

function Fields({ operation, typed }: { operation: ReferenceOperation; typed: TypedFields }): VNode {
  const { try: texts } = useTexts().reference;
  const { parameters, body } = operation;
  const isFirst = (parameter: ApiParameter) => parameter.required || typed[nameOf(parameter)] !== undefined;
  const [first, more] = [parameters.filter(isFirst), parameters.filter((parameter) => !isFirst(parameter))];
  // What is required, and what was typed, is always there.
  const rest = more.map((parameter) => <ParameterField key={parameter.name} parameter={parameter} value="" />);
  return (
    <>
      {first.map((parameter) => (
        <ParameterField key={parameter.name} parameter={parameter} value={typed[nameOf(parameter)] ?? ''} />
      ))}
      {body !== undefined && (
        <label>
          {texts.body}
          <textarea name="body" rows={Math.min(14, (typed.body ?? '').split('\n').length + 1)} spellcheck={false}>
            {typed.body ?? ''}
          </textarea>
        </label>
      )}
      {more.length > 0 && (
        <details class="more">
          <summary>{(first.length > 0 || body !== undefined ? texts.more : texts.all)(more.length)}</summary>
          {rest}
        </details>
      )}
    </>
  );
}

const nameOf = (parameter: ApiParameter) => `${parameter.in}.${parameter.name}`;

function ParameterField({ parameter, value }: { parameter: ApiParameter; value: string }): VNode {
  const { name, required = false, schema } = parameter;
  const { try: texts } = useTexts().reference;
  const language = useLanguage();
  const id = useId();
  const shared = { id, name: nameOf(parameter), required };
  const choices = schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : null);
  const isList = schema.type === 'array';
  const isLong = isList || (schema.maxLength ?? 0) > LONG_TEXT;
  const placeholder = schema.default === undefined ? '' : String(schema.default);
  return (
    <label for={id} lang="en">
      <code>{name}</code>
      {isList && <span class="faint" lang={language}>{` ${texts.oneALine}`}</span>}
      {choices ? (
        <select {...shared}>
          {!required && (
            <option value="" lang={placeholder === '' ? language : undefined}>
              {`(${placeholder || texts.notSet})`}
            </option>
          )}
          {choices.map((choice) => (
            <option key={String(choice)} value={String(choice)} selected={String(choice) === value}>
              {String(choice)}
            </option>
          ))}
        </select>
      ) : isLong ? (
        <textarea {...shared} rows={Math.max(2, value.split('\n').length)} spellcheck={false}>
          {value}
        </textarea>
      ) : (
        <input {...shared} type="text" value={value} placeholder={placeholder} spellcheck={false} />
      )}
    </label>
  );
}

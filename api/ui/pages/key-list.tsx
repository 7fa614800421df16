import type { VNode } from 'preact';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { displayPrefix } from '../../../lib/keys/key-format.ts';
import { type KeyRecord, keyState } from '../../../lib/keys/key-record.ts';
import { CsrfField } from '../csrf-field.tsx';
import { useTexts } from '../rendering.tsx';
import { Cell, RowName, Table } from '../table.tsx';
import { When } from '../when.tsx';

/** The values typed into the form for a new key. */
export interface NewKeyFields {
  name: string;
  expires: string;
}

/** A page of the visitor's keys. */
export function KeyTable({ keys, session }: { keys: readonly KeyRecord[]; session: Session }): VNode {
  const texts = useTexts().apiKeys;
  if (keys.length === 0) return <p>{texts.none}</p>;
  const { name, key, state, created, lastUsed, expires, change } = texts;
  return (
    <Table label={texts.yours} columns={[name, key, state, created, lastUsed, expires, change]}>
      {keys.map((record) => (
        <KeyRow key={record.prefix} record={record} session={session} />
      ))}
    </Table>
  );
}

function KeyRow({ record, session }: { record: KeyRecord; session: Session }): VNode {
  const state = keyState(record);
  const texts = useTexts().apiKeys;
  return (
    <tr>
      <RowName>{record.name || <span class="faint">{texts.unnamed}</span>}</RowName>
      <Cell of={texts.key}>
        <code>{`${displayPrefix(record.prefix)}…`}</code>
      </Cell>
      <Cell of={texts.state}>
        <span class={`state ${state}`}>{texts.states[state]}</span>
      </Cell>
      <Cell of={texts.created}>
        <When at={record.createdAt} />
      </Cell>
      <Cell of={texts.lastUsed}>
        <When at={record.lastUsedAt} />
      </Cell>
      <Cell of={texts.expires}>
        <When at={record.expiresAt} />
      </Cell>
      <Cell of={texts.change}>{state !== 'revoked' && <RevokeButton record={record} session={session} />}</Cell>
    </tr>
  );
}

/** Opens a page that asks for confirmation. With JavaScript, the browser asks instead, and the form is POSTed. */
function RevokeButton({ record, session }: { record: KeyRecord; session: Session }): VNode {
  const texts = useTexts().apiKeys;
  const name = record.name || displayPrefix(record.prefix);
  return (
    <form method="get" action={revokePath(record)} data-confirm={texts.confirm(name)} data-csrf={session.csrf}>
      <button class="danger" type="submit" aria-label={texts.revokeOne(name)}>
        {texts.revoke}
      </button>
    </form>
  );
}

/** The path of a key's revoke form. */
export function revokePath({ prefix }: KeyRecord): string {
  return `/settings/api-keys/${displayPrefix(prefix)}/revoke`;
}

interface NewKeyFormProps extends NewKeyFields {
  session: Session;
  formId: string;
}

/** The form that creates a key. */
export function NewKeyForm({ session, formId, name, expires }: NewKeyFormProps): VNode {
  const texts = useTexts().apiKeys;
  return (
    <form method="post" action="/settings/api-keys" class="row">
      <CsrfField session={session} />
      <input type="hidden" name="form" value={formId} />
      <label>
        {texts.newName}
        <input name="name" value={name} maxlength={100} autocomplete="off" />
      </label>
      <label>
        {texts.newExpires}
        <input name="expires" type="date" value={expires} />
      </label>
      <button type="submit">{texts.send}</button>
    </form>
  );
}

/** Shows a new key, for the only time. `base` is the URL at which callers reach this instance. */
export function FreshKey({ fresh, base }: { fresh: string; base: string }): VNode {
  const texts = useTexts().apiKeys;
  return (
    <section class="card fresh" aria-label={texts.fresh}>
      <h2>{texts.fresh}</h2>
      <p>{texts.freshNote}</p>
      <p class="row">
        <code id="new-key" class="key">
          {fresh}
        </code>
        <CopyButton of="new-key" />
      </p>
      <h3>{texts.tryIt}</h3>
      <pre id="new-key-example">{`curl -H 'Authorization: Api-Key ${fresh}' '${base}/api/v1/web/?q=node.js'`}</pre>
      <CopyButton of="new-key-example" />
    </section>
  );
}

function CopyButton({ of }: { of: string }): VNode {
  return (
    <button type="button" class="quiet" data-copy={of}>
      {useTexts().common.copy}
    </button>
  );
}

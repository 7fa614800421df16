import type { VNode } from 'preact';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { displayPrefix } from '../../../lib/keys/key-format.ts';
import { type KeyRecord, keyState } from '../../../lib/keys/key-store.ts';
import { CsrfField } from '../page.tsx';
import { Cell, RowName, Table } from '../table.tsx';
import { When } from '../when.tsx';

/** The values typed into the form for a new key. */
export interface NewKeyFields {
  name: string;
  expires: string;
}

/** A page of the visitor's keys. */
export function KeyTable({ keys, session }: { keys: readonly KeyRecord[]; session: Session }): VNode {
  if (keys.length === 0) return <p>You have no keys yet.</p>;
  return (
    <Table label="Your keys" columns={['Name', 'Key', 'State', 'Created', 'Last used', 'Expires', 'Change']}>
      {keys.map((record) => (
        <KeyRow key={record.prefix} record={record} session={session} />
      ))}
    </Table>
  );
}

function KeyRow({ record, session }: { record: KeyRecord; session: Session }): VNode {
  const state = keyState(record);
  return (
    <tr>
      <RowName>{record.name || <span class="faint">unnamed</span>}</RowName>
      <Cell of="Key">
        <code>{`${displayPrefix(record.prefix)}…`}</code>
      </Cell>
      <Cell of="State">
        <span class={`state ${state}`}>{state}</span>
      </Cell>
      <Cell of="Created">
        <When at={record.createdAt} />
      </Cell>
      <Cell of="Last used">
        <When at={record.lastUsedAt} />
      </Cell>
      <Cell of="Expires">
        <When at={record.expiresAt} />
      </Cell>
      <Cell of="Change">{state !== 'revoked' && <RevokeButton record={record} session={session} />}</Cell>
    </tr>
  );
}

/** Opens a page that asks for confirmation. With JavaScript, the browser asks instead, and the form is POSTed. */
function RevokeButton({ record, session }: { record: KeyRecord; session: Session }): VNode {
  const name = displayPrefix(record.prefix);
  return (
    <form
      method="get"
      action={revokePath(record)}
      data-confirm={`Revoke ${record.name || name}? Requests with this key will be refused. This cannot be undone.`}
      data-csrf={session.csrf}
    >
      <button class="danger" type="submit" aria-label={`Revoke ${record.name || name}`}>
        Revoke
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
  return (
    <form method="post" action="/settings/api-keys" class="row">
      <CsrfField session={session} />
      <input type="hidden" name="form" value={formId} />
      <label>
        Name (optional)
        <input name="name" value={name} maxlength={100} autocomplete="off" />
      </label>
      <label>
        Expires after (optional)
        <input name="expires" type="date" value={expires} />
      </label>
      <button type="submit">Create key</button>
    </form>
  );
}

/** Shows a new key, for the only time. `base` is the URL at which callers reach this instance. */
export function FreshKey({ fresh, base }: { fresh: string; base: string }): VNode {
  return (
    <section class="card fresh" aria-label="Your new key">
      <h2>Your new key</h2>
      <p>Copy it now. It is not stored, and will not be shown again.</p>
      <p class="row">
        <code id="new-key" class="key">
          {fresh}
        </code>
        <CopyButton of="new-key" />
      </p>
      <h3>Try it</h3>
      <pre id="new-key-example">{`curl -H 'Authorization: Api-Key ${fresh}' '${base}/api/v1/web/?q=node.js'`}</pre>
      <CopyButton of="new-key-example" />
    </section>
  );
}

function CopyButton({ of }: { of: string }): VNode {
  return (
    <button type="button" class="quiet" data-copy={of}>
      Copy
    </button>
  );
}

import type { VNode } from 'preact';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { type Actor, mayChangeKey } from '../../../lib/keys/authority.ts';
import { endsSoon } from '../../../lib/keys/expiry.ts';
import { displayPrefix } from '../../../lib/keys/key-format.ts';
import { type KeyRecord, keyState } from '../../../lib/keys/key-record.ts';
import type { Scope } from '../../../lib/keys/scopes.ts';
import { keySamples } from '../../reference/key-samples.ts';
import { CodeSamples, CopyButton } from '../code-samples.tsx';
import { useTexts } from '../rendering.tsx';
import { Cell, RowName, Table } from '../table.tsx';
import { When } from '../when.tsx';

interface KeyTableProps {
  /** What the list is called. */
  label: string;
  keys: readonly KeyRecord[];
  session: Session;
  actor: Actor;
}

/** A page of an account's keys. */
export function KeyTable({ label, keys, session, actor }: KeyTableProps): VNode {
  const { name, key, state, created, lastUsed, expires, change } = useTexts().apiKeys;
  return (
    <Table label={label} columns={[name, key, state, created, lastUsed, expires, change]}>
      {keys.map((record) => (
        <KeyRow key={record.prefix} record={record} session={session} mayChange={mayChangeKey(actor, record)} />
      ))}
    </Table>
  );
}

interface KeyRowProps {
  record: KeyRecord;
  session: Session;
  mayChange: boolean;
}

function KeyRow({ record, session, mayChange }: KeyRowProps): VNode {
  const state = keyState(record);
  const { apiKeys: texts, key: keyTexts, programs } = useTexts();
  const { madeBy, username } = record;
  return (
    <tr>
      <RowName>
        <a href={keyPath(record)}>{record.name || texts.unnamed}</a>
        {record.connector && <span class="below faint">{programs.mark}</span>}
      </RowName>
      <Cell of={texts.key}>
        <code>{`${displayPrefix(record.prefix)}…`}</code>
      </Cell>
      <Cell of={texts.state}>
        <span class={`state ${state}`}>{texts.states[state]}</span>
      </Cell>
      <Cell of={texts.created}>
        <When at={record.createdAt} />
        {madeBy !== '' && madeBy !== username && <span class="below faint">{keyTexts.by(madeBy)}</span>}
      </Cell>
      <Cell of={texts.lastUsed}>
        <When at={record.lastUsedAt} />
      </Cell>
      <Cell of={texts.expires}>
        <span class={endsSoonOf(record) ? 'wrong' : ''}>
          <When at={record.expiresAt} />
        </span>
      </Cell>
      <Cell of={texts.change}>
        {mayChange && state !== 'revoked' && <RevokeButton record={record} session={session} />}
      </Cell>
    </tr>
  );
}

/** Whether a key that still works ends soon. */
export function endsSoonOf(record: KeyRecord, now = new Date()): boolean {
  const isInUse = ['active', 'disabled'].includes(keyState(record, now));
  return isInUse && record.expiresAt !== '' && endsSoon(Date.parse(record.expiresAt), now.getTime());
}

/** Opens a page that asks for confirmation. With JavaScript, the browser asks instead, and the form is POSTed. */
export function RevokeButton({ record, session }: { record: KeyRecord; session: Session }): VNode {
  const texts = useTexts().apiKeys;
  const name = record.name || displayPrefix(record.prefix);
  return (
    <form method="get" action={keyPath(record, 'revoke')} data-confirm={texts.confirm(name)} data-csrf={session.csrf}>
      <button class="danger" type="submit" aria-label={texts.revokeOne(name)}>
        {texts.revoke}
      </button>
    </form>
  );
}

/** The path of a key's page, and of what is done with it there. */
export function keyPath(
  { prefix }: Pick<KeyRecord, 'prefix'>,
  action?: 'rotate' | 'disable' | 'enable' | 'revoke',
): string {
  const path = `/settings/api-keys/${displayPrefix(prefix)}`;
  return action ? `${path}/${action}` : path;
}

interface FreshSecretProps {
  /** The key with its secret. */
  secret: string;
  scopes: readonly Scope[];
  /** The URL at which callers reach this instance. */
  base: string;
  /** Whether the key had another secret before. */
  isRenewed?: boolean;
}

/** Shows a new secret, for the only time, with what to copy for a first request. */
export function FreshSecret({ secret, scopes, base, isRenewed = false }: FreshSecretProps): VNode {
  const { apiKeys: texts, key } = useTexts();
  const { fresh, freshNote } = isRenewed ? key : texts;
  return (
    <section class="card fresh" aria-label={fresh}>
      <h2>{fresh}</h2>
      <p>{freshNote}</p>
      <p class="row">
        <code id="new-key" class="key">
          {secret}
        </code>
        <CopyButton of="new-key" />
      </p>
      <h3>{texts.tryIt}</h3>
      <CodeSamples id="new-key-example" samples={keySamples(base, secret, scopes)} />
    </section>
  );
}

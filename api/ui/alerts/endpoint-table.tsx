import type { VNode } from 'preact';
import type { Session } from '../../../lib/accounts/session-store.ts';
import type { Endpoint } from '../../../lib/webhooks/endpoint.ts';
import { CsrfField } from '../csrf-field.tsx';
import { useTexts } from '../rendering.tsx';
import { Cell, RowName, Table } from '../table.tsx';
import { When } from '../when.tsx';
import { isoOf } from './alert-table.tsx';
import { ALERTS, endpointPath } from './paths.ts';

interface EndpointTableProps {
  label: string;
  /** What stands there without any. */
  empty: string;
  endpoints: readonly Endpoint[];
  session: Session;
}

/** Where alerts go, with what can be done about each place. */
export function EndpointTable({ label, empty, endpoints, session }: EndpointTableProps): VNode {
  const texts = useTexts().alerts;
  if (endpoints.length === 0) return <p class="empty">{empty}</p>;
  return (
    <Table label={label} columns={[texts.address, texts.status, texts.made, texts.change]}>
      {endpoints.map((endpoint) => (
        <tr key={endpoint.id}>
          <RowName>{endpoint.target}</RowName>
          <Cell of={texts.status}>
            <span class={`state ${endpoint.state === 'gone' ? 'down' : endpoint.state}`}>
              {texts.states[endpoint.state]}
            </span>
          </Cell>
          <Cell of={texts.made}>
            <When at={isoOf(endpoint.madeAt)} />
          </Cell>
          <Cell of={texts.change}>
            <Actions endpoint={endpoint} session={session} />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

function Actions({ endpoint, session }: { endpoint: Endpoint; session: Session }): VNode {
  const texts = useTexts().alerts;
  const isActive = endpoint.state === 'active';
  return (
    <form method="post" action={`${ALERTS}/endpoint`} class="row">
      <CsrfField session={session} />
      <input type="hidden" name="id" value={endpoint.id} />
      {isActive && <Action name="test" label={texts.test} target={endpoint.target} />}
      {isActive ? (
        <Action name="pause" label={texts.pause} target={endpoint.target} />
      ) : (
        <Action name="resume" label={texts.resume} target={endpoint.target} />
      )}
      <a
        class="button danger"
        href={endpointPath(endpoint, 'delete')}
        aria-label={texts.forOne(texts.remove, endpoint.target)}
      >
        {texts.remove}
      </a>
    </form>
  );
}

function Action({ name, label, target }: { name: string; label: string; target: string }): VNode {
  const { forOne } = useTexts().alerts;
  return (
    <button type="submit" class="quiet" name="action" value={name} aria-label={forOne(label, target)}>
      {label}
    </button>
  );
}

import type { VNode } from 'preact';
import type { Session } from '../../../lib/accounts/session-store.ts';
import type { Delivery } from '../../../lib/webhooks/delivery.ts';
import type { Endpoint } from '../../../lib/webhooks/endpoint.ts';
import { CsrfField } from '../csrf-field.tsx';
import { useTexts } from '../rendering.tsx';
import { Cell, RowName, Table } from '../table.tsx';
import { When } from '../when.tsx';
import { isoOf } from './alert-table.tsx';
import { ALERTS } from './paths.ts';

/** A delivery and where it goes. */
export interface LoggedDelivery extends Delivery {
  to: Endpoint;
}

const COLOURS: Readonly<Record<Delivery['state'], string>> = { waiting: '', delivered: 'up', failed: 'down' };

/** The delivery log. */
export function DeliveryTable({
  deliveries,
  session,
}: {
  deliveries: readonly LoggedDelivery[];
  session: Session;
}): VNode {
  const texts = useTexts().alerts;
  return (
    <Table label={texts.log} columns={[texts.when, texts.to, texts.event, texts.outcome, texts.change]}>
      {deliveries.map((delivery) => (
        <tr key={delivery.id}>
          <RowName>
            <When at={isoOf(delivery.madeAt)} />
          </RowName>
          <Cell of={texts.to} wrap>
            {delivery.to.target}
          </Cell>
          <Cell of={texts.event}>{texts.events[delivery.type] ?? delivery.type}</Cell>
          <Cell of={texts.outcome} wrap>
            <Outcome delivery={delivery} />
          </Cell>
          <Cell of={texts.change}>
            {delivery.state !== 'waiting' && delivery.isKept && (
              <form method="post" action={`${ALERTS}/again`}>
                <CsrfField session={session} />
                <input type="hidden" name="id" value={delivery.id} />
                <button
                  type="submit"
                  class="quiet"
                  aria-label={texts.forOne(texts.again, `${delivery.to.target}, ${isoOf(delivery.madeAt)}`)}
                >
                  {texts.again}
                </button>
              </form>
            )}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

function Outcome({ delivery }: { delivery: Delivery }): VNode {
  const texts = useTexts().alerts;
  const { state, tries, status, error, nextAt } = delivery;
  const facts = [
    tries > 0 && texts.tries(tries),
    status !== null && texts.status_(status),
    error && texts.reason(error),
  ].filter(Boolean);
  return (
    <>
      <span class={`state ${COLOURS[state]}`}>{texts.state[state]}</span>
      {facts.length > 0 && <div class="faint">{facts.join(', ')}</div>}
      {nextAt !== null && (
        <div class="faint">
          {texts.next}: <When at={isoOf(nextAt)} />
        </div>
      )}
    </>
  );
}

import type { VNode } from 'preact';
import type { CallError } from '../../../lib/providers/call-batch.ts';
import { useTexts } from '../rendering.tsx';
import { Cell, RowName, Table } from '../table.tsx';
import { When } from '../when.tsx';

interface Props {
  errors: readonly CallError[];
  /** The time from which on the log has requests, or null if none is kept. */
  loggedFrom: number | null;
}

/** The last failed calls, with the requests that they were made for: as links while the log may have them. */
export function EngineErrors({ errors, loggedFrom }: Props): VNode {
  const { engine: texts, engineList: engines } = useTexts();
  if (errors.length === 0) return <p class="empty">{texts.noErrors}</p>;
  return (
    <Table label={texts.errors} columns={[texts.when, texts.why, texts.said, texts.request]}>
      {errors.map(({ at, code, reason, request }, index) => (
        <tr key={index}>
          <RowName>
            <When at={new Date(at).toISOString()} />
          </RowName>
          <Cell of={texts.why}>{engines.reasons[code]}</Cell>
          <Cell of={texts.said} wrap>
            <span class="faint" lang="en">
              {reason}
            </span>
          </Cell>
          <Cell of={texts.request}>
            {request === null ? (
              <span class="faint">{texts.byProbe}</span>
            ) : (
              <RequestId id={request} isLink={loggedFrom !== null && at > loggedFrom} />
            )}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

function RequestId({ id, isLink }: { id: string; isLink: boolean }): VNode {
  const code = (
    <code class="cut" title={id}>
      {id}
    </code>
  );
  return isLink ? <a href={`/admin/requests/${encodeURIComponent(id)}`}>{code}</a> : code;
}

import type { VNode } from 'preact';
import type { CallError } from '../../../lib/providers/call-batch.ts';
import { useTexts } from '../rendering.tsx';
import { Cell, RowName, Table } from '../table.tsx';
import { When } from '../when.tsx';

/** The last failed calls, with the requests that they were made for. */
export function EngineErrors({ errors }: { errors: readonly CallError[] }): VNode {
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
              <a href={`/admin/requests/${encodeURIComponent(request)}`}>
                <code class="cut" title={request}>
                  {request}
                </code>
              </a>
            )}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

import type { VNode } from 'preact';
import { displayPrefix } from '../../../lib/keys/key-format.ts';
import type { LoggedRequest } from '../../../lib/requests/block-reader.ts';
import { placeOf } from '../../../lib/requests/read-requests.ts';
import { countText, timeText } from '../number-text.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { Cell, RowName, Table } from '../table.tsx';
import { EngineBars } from './engine-bars.tsx';

/** What the rows of a list know besides their requests. */
export interface RowContext {
  /** The list that the rows are of. */
  path: string;
  /** The names of keys by their prefixes. */
  keyNames: ReadonlyMap<string, string>;
  /** Whether the requests are of several accounts. */
  hasAccounts: boolean;
}

interface RequestTableProps extends RowContext {
  items: readonly LoggedRequest[];
}

/** The list of requests. */
export function RequestTable({ items, ...context }: RequestTableProps): VNode {
  const texts = useTexts().requests;
  return (
    <Table
      label={texts.listed}
      columns={[
        texts.time,
        texts.status,
        texts.request,
        { title: texts.took, isNumber: true },
        texts.key,
        texts.engines,
        { title: texts.cost, isNumber: true },
      ]}
    >
      {items.map((one) => (
        <RequestRow key={placeOf(one)} request={one} {...context} />
      ))}
    </Table>
  );
}

/** The id of a request’s row: programs may give several requests the same id. */
const rowId = (request: LoggedRequest) => `request-${placeOf(request)}`;

/** A request as a row of the list. */
export function RequestRow({ request, path, ...context }: RowContext & { request: LoggedRequest }): VNode {
  const texts = useTexts().requests;
  const locale = useLocale();
  const { id, endpoint, ms, cost, cached, engines, program } = request;
  return (
    <tr id={rowId(request)}>
      <RowName>
        <RowTime at={request.at} />
      </RowName>
      <Cell of={texts.status}>
        <Status request={request} />
      </Cell>
      <Cell of={texts.request}>
        <a href={detailAddress(path, request)}>{endpoint}</a>
        {program && <span class="faint program"> {program}</span>} <span class="faint id">{id}</span>
      </Cell>
      <Cell of={texts.took} isNumber>
        {texts.ms(countText(ms, locale))}
      </Cell>
      <Cell of={texts.key}>
        <Sender request={request} {...context} />
      </Cell>
      <Cell of={texts.engines}>
        {cached && engines.length === 0 ? <span class="faint">{texts.cached}</span> : <EngineBars engines={engines} />}
      </Cell>
      <Cell of={texts.cost} isNumber>
        {cost === 0 ? <span class="faint">{texts.free}</span> : texts.searches(cost)}
      </Cell>
    </tr>
  );
}

/** The page of a request. Its time finds it at once. */
function detailAddress(path: string, { id, at, account }: LoggedRequest): string {
  const given = { at: String(at), ...(account !== null && { account }) };
  return `${path}/${encodeURIComponent(id)}?${new URLSearchParams(given)}`;
}

/** The time of a request in a row. */
function RowTime({ at }: { at: number }): VNode {
  const locale = useLocale();
  const iso = new Date(at).toISOString();
  return (
    <time dateTime={iso} title={`${timeText(iso, 'day', locale)}, ${timeText(iso, 'second', locale)} UTC`}>
      <span class="faint">{timeText(iso, 'date', locale)}</span> {timeText(iso, 'second', locale)}
    </time>
  );
}

/** The day and the time of a request to the second. */
export function RequestTime({ at }: { at: number }): VNode {
  const locale = useLocale();
  const iso = new Date(at).toISOString();
  return (
    <time dateTime={iso}>
      {timeText(iso, 'day', locale)}, {timeText(iso, 'second', locale)} UTC
    </time>
  );
}

/** The status as a number and a word. */
export function Status({ request: { status, reason } }: { request: LoggedRequest }): VNode {
  const texts = useTexts().requests;
  const why = reason === null ? texts.succeeded : texts.reasonName(reason);
  return (
    <span class={`state ${reason === null ? 'up' : 'down'}`}>
      {status} <span class="why">{why}</span>
    </span>
  );
}

/** Whose request it is: the account if there are several, the key with its name, and its labels. */
export function Sender({
  request: { account, key, labels },
  keyNames,
  hasAccounts,
}: Omit<RowContext, 'path'> & { request: LoggedRequest }): VNode {
  const texts = useTexts().requests;
  if (account === null) return <span class="faint">{texts.nobody}</span>;
  return (
    <>
      {hasAccounts && <span class="of">{account} · </span>}
      {key === null ? (
        <span class="faint">{texts.person}</span>
      ) : (
        <a href={`/settings/api-keys/${displayPrefix(key)}`}>{keyNames.get(key) || displayPrefix(key)}</a>
      )}
      <Labels labels={labels} />
    </>
  );
}

/** Labels such as `team=blue`. */
export function Labels({ labels }: Pick<LoggedRequest, 'labels'>): VNode | null {
  const all = Object.entries(labels);
  if (all.length === 0) return null;
  return (
    <span class="labels">
      {all.map(([name, value]) => (
        <span key={name} class="label">
          {name}
          {value !== '' && (
            <>
              =<wbr />
              {value}
            </>
          )}
        </span>
      ))}
    </span>
  );
}

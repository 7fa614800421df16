import type { VNode } from 'preact';
import { displayPrefix } from '../../../lib/keys/key-format.ts';
import { type KeyRecord, keyState } from '../../../lib/keys/key-record.ts';
import type { RecentUsage } from '../../../lib/limits/recent-usage.ts';
import type { Standing, Standings } from '../../../lib/limits/verdict.ts';
import { countText } from '../number-text.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { Cell, RowName, Table } from '../table.tsx';
import type { Texts } from '../texts/en.ts';
import { UsedMeter } from '../used-meter.tsx';

/** One key with its usage and the state of its limits. */
export interface KeyUsage {
  record: KeyRecord;
  usage: RecentUsage;
  /** How many searches it may make a month; null if that is not limited. */
  monthly: number | null;
  /** Null when the key is not active. */
  standings: Standings | null;
}

/** The key's name, or its prefix if it has none. */
export function keyLabel({ name, prefix }: KeyRecord): string {
  return name || `${displayPrefix(prefix)}…`;
}

/** The prefix below a key's name, which tells keys with the same name apart. */
function Prefix({ of }: { of: KeyRecord }): VNode | null {
  return of.name === '' ? null : <span class="below faint">{`${displayPrefix(of.prefix)}…`}</span>;
}

interface LimitsTableProps {
  keys: readonly KeyUsage[];
  /** The page of the list, kept in the links. */
  page: number;
}

/** Usage this month and rate limits, one row per key. */
export function LimitsTable({ keys, page }: LimitsTableProps): VNode {
  const { usage: texts, apiKeys } = useTexts();
  return (
    <Table label={texts.limits} columns={[texts.key, texts.state, texts.month, texts.burst, texts.sustained]}>
      {keys.map(({ record, usage, monthly, standings }) => (
        <tr key={record.prefix}>
          <RowName>
            <a href={`/settings/usage?key=${displayPrefix(record.prefix)}&page=${page}`}>{keyLabel(record)}</a>
            <Prefix of={record} />
          </RowName>
          <Cell of={texts.state}>
            <span class={`state ${keyState(record)}`}>{apiKeys.states[keyState(record)]}</span>
          </Cell>
          <Cell of={texts.month}>
            <Share used={usage.searchesThisMonth} of={monthly} label={texts.monthOf(keyLabel(record))} />
          </Cell>
          <Cell of={texts.burst}>
            <Left standing={standings?.burst} alive={standings !== null} />
          </Cell>
          <Cell of={texts.sustained}>
            <Left standing={standings?.sustained} alive={standings !== null} />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

interface RateLimitsProps {
  /** Where the limits apply: `On the search page`. */
  of: string;
  standings: Standings;
}

/** The rest of two rate limits in one line. */
export function RateLimits({ of, standings: { burst, sustained } }: RateLimitsProps): VNode {
  const { noRateLimits } = useTexts().usage;
  if (!burst && !sustained) return <p>{noRateLimits(of)}</p>;
  return (
    <p>
      {`${of}: `}
      {burst && <Left standing={burst} alive />}
      {burst && sustained && ', '}
      {sustained && <Left standing={sustained} alive />}.
    </p>
  );
}

/** The usage, and its share of the cap if there is one. */
function Share({ used, of, label }: { used: number; of: number | null; label: string }): VNode {
  const texts = useTexts().usage;
  if (of === null) return <span>{texts.noCap(used)}</span>;
  return (
    <span>
      {texts.share(used, of)} <UsedMeter used={used} of={of} label={label} />
    </span>
  );
}

function Left({ standing, alive }: { standing: Standing | null | undefined; alive: boolean }): VNode {
  const texts = useTexts().usage;
  if (!alive) return <span class="faint">–</span>;
  if (!standing) return <span>{texts.noLimit}</span>;
  const { remaining, limit, windowMs, resetS } = standing;
  const wait = remaining === 0 && resetS > 0 ? texts.nextIn(resetS) : '';
  return <span>{texts.left(remaining, limit, windowName(windowMs, texts.windows)) + wait}</span>;
}

/** What the window of a rate is called. */
export function windowName(windowMs: number, { second, minute, hour, day }: Texts['usage']['windows']): string {
  const names: Record<number, string> = { 1000: second, 60000: minute, 3600000: hour, 86400000: day };
  return names[windowMs] ?? `${windowMs / 1_000} s`;
}

interface EndpointTableProps {
  keys: readonly KeyUsage[];
  /** Usage of the search page and the playground. */
  onPages: RecentUsage;
  /** Usage of the account. */
  total: RecentUsage;
}

/** Searches of the last 30 days by key, for the keys on this page, and by endpoint, with the account's total. */
export function EndpointTable({ keys, onPages, total }: EndpointTableProps): VNode {
  const texts = useTexts().usage;
  const endpoints = Object.keys(total.byEndpoint).sort();
  const rows = keys.filter(({ usage }) => usage.searches > 0);
  return (
    <section class="table" aria-label={texts.searchesByEndpoint} tabindex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.key}</th>
            {endpoints.map((endpoint) => (
              <th key={endpoint} scope="col" class="number">
                {endpoint}
              </th>
            ))}
            <th scope="col" class="number">
              {texts.all}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ record, usage }) => (
            <EndpointRow key={record.prefix} name={keyLabel(record)} of={record} usage={usage} endpoints={endpoints} />
          ))}
          {onPages.searches > 0 && (
            <EndpointRow name={texts.pagesAndPlayground} usage={onPages} endpoints={endpoints} />
          )}
        </tbody>
        <tfoot>
          <EndpointRow name={texts.total} usage={total} endpoints={endpoints} />
        </tfoot>
      </table>
    </section>
  );
}

interface EndpointRowProps {
  name: string;
  of?: KeyRecord;
  usage: RecentUsage;
  endpoints: string[];
}

function EndpointRow({ name, of, usage, endpoints }: EndpointRowProps): VNode {
  const language = useLocale();
  return (
    <tr>
      <RowName>
        {name}
        {of && <Prefix of={of} />}
      </RowName>
      {endpoints.map((endpoint) => (
        <td key={endpoint} class="number">
          {countText(usage.byEndpoint[endpoint] ?? 0, language)}
        </td>
      ))}
      <td class="number">{countText(usage.searches, language)}</td>
    </tr>
  );
}

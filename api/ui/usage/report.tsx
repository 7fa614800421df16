import type { FastifyReply } from 'fastify';
import type { VNode } from 'preact';
import { listTeams } from '../../../lib/accounts/team-store.ts';
import { displayPrefix } from '../../../lib/keys/key-format.ts';
import { readKeys } from '../../../lib/keys/key-store.ts';
import type { RequestReason } from '../../../lib/requests/request-reason.ts';
import { readUsageStatistics, type Usage } from '../../../lib/statistics/read-usage.ts';
import { OTHERS, type UsageKind } from '../../../lib/statistics/usage-counts.ts';
import { figuresOf, tableOf, type UsageFigures } from '../../../lib/statistics/usage-figures.ts';
import type { Services } from '../../services.ts';
import { Sent } from '../page-stream.tsx';
import { useTexts } from '../rendering.tsx';
import { listAddress } from '../requests/request-filter.tsx';
import { type ListPath, OWN_PATH } from '../requests/whose-requests.ts';
import type { Texts } from '../texts/en.ts';
import { type BreakdownRow, BreakdownTable } from './breakdown-table.tsx';
import { FigureCards } from './figure-cards.tsx';
import { ReasonTables } from './reason-tables.tsx';
import { DurationsChart, RequestsChart } from './usage-charts.tsx';
import { usageCsv, usageJson } from './usage-file.ts';
import { BreakdownLinks, PeriodLinks } from './usage-parts.tsx';
import { type Breakdown, kindOf, type UsageView, usageAddress } from './usage-query.ts';

/** What is asked for. */
interface ReportQuery {
  view: UsageView;
  /** Whose numbers; null for those of the instance. */
  owner: string | null;
  /** One key or label of the owner; null for everything. */
  only: { kind: UsageKind; name: string } | null;
  /** How that one is called. */
  subject: string | null;
  /** What the table can be by. */
  offered: readonly Breakdown[];
}

/** The numbers of a period, as a page or a file shows them. */
export interface Report extends ReportQuery {
  usage: Usage;
  now: UsageFigures;
  before: UsageFigures | null;
  /** By what the table is, or by time if one thing alone is shown. */
  rows: NamedRow[];
}

/** A row whose name is not for people, and that is told by its text. */
interface NamedRow extends Omit<BreakdownRow, 'name'> {
  name: string | ((texts: Texts) => string);
}

/** Reads the numbers that a page or a file shows. */
export async function readReport(services: Services, query: ReportQuery): Promise<Report> {
  const { redis, recordBatches } = services;
  const { view, owner, only } = query;
  await recordBatches.flush();
  const usage = await readUsageStatistics(redis, { account: owner, period: view.period, ...(only && { only }) });
  const table = only ? [] : tableOf(usage.rows, kindOf(view.by));
  // What one thing is made of is not counted, but when it was used is.
  const times = usage.points.map(({ at, counts }) => ({
    name: new Date(at).toISOString(),
    href: null,
    figures: figuresOf(counts),
  }));
  return {
    ...query,
    usage,
    now: figuresOf(usage.total),
    before: usage.before && figuresOf(usage.before),
    rows: only ? times : await namedRows(services, query, table),
  };
}

/** Rows with the names that people know. */
async function namedRows(
  { redis, providers }: Services,
  { view, owner }: ReportQuery,
  table: readonly { name: string; figures: UsageFigures }[],
): Promise<NamedRow[]> {
  const isInstance = owner === null;
  const others = ({ statistics }: Texts) => statistics.others;
  if (view.by === 'key') {
    const records = await readKeys(
      redis,
      table.map(({ name }) => name).filter((name) => name !== '' && name !== OTHERS),
    );
    const byPrefix = new Map(records.map((record) => [record.prefix, record]));
    return table.map(({ name, figures }) => {
      if (name === OTHERS) return { name: others, href: null, figures };
      if (name === '') return { name: ({ statistics }) => statistics.pages, href: null, figures };
      const record = byPrefix.get(name);
      const shown = `${displayPrefix(name)}…`;
      const account = isInstance ? (record?.username ?? '') : view.account;
      const href = record ? usageAddress(view, { key: displayPrefix(name), account }) : null;
      const below = [record?.name ? shown : '', isInstance ? (record?.username ?? '') : ''].filter(Boolean).join(' · ');
      return { name: record?.name || shown, ...(below && { below }), href, figures };
    });
  }
  const teams = view.by === 'team' ? new Set((await listTeams(redis)).map(({ username }) => username)) : null;
  const engines = new Map(
    providers.roster.slots.flatMap((slot) => slot.engines.map((engine) => [engine.name, engine.label] as const)),
  );
  return table.flatMap(({ name, figures }): NamedRow[] => {
    if (teams && !teams.has(name)) return [];
    if (name === OTHERS) return [{ name: others, href: null, figures }];
    const engine = view.by === 'engine' ? engines.get(name) : undefined;
    return [{ name: engine ?? name, ...(engine && { below: name }), href: hrefOf(view, name, isInstance), figures }];
  });
}

function hrefOf(view: UsageView, name: string, isInstance: boolean): string | null {
  if (!isInstance) return null;
  if (view.by === 'account' || view.by === 'team') return usageAddress(view, { account: name, by: 'key' });
  return view.by === 'label' ? usageAddress(view, { label: name }) : null;
}

/** The rows as a file has them. */
function written(rows: readonly NamedRow[], texts: Texts): BreakdownRow[] {
  return rows.map((row) => ({ ...row, name: typeof row.name === 'string' ? row.name : row.name(texts) }));
}

/** Sends the table of a report as a file. */
export function sendUsage(reply: FastifyReply, type: 'csv' | 'json', { view, rows, only }: Report, texts: Texts): Sent {
  const by = only ? 'time' : view.by;
  reply.header('content-disposition', `attachment; filename="usage-${view.period}-by-${by}.${type}"`);
  reply.header('x-content-type-options', 'nosniff');
  const all = written(rows, texts);
  if (type === 'csv') reply.type('text/csv; charset=utf-8').send(usageCsv(all));
  else reply.type('application/json; charset=utf-8').send(usageJson(view, all));
  return new Sent();
}

/** The page that lists the requests with a reason; null if the instance keeps no log of requests. */
export function requestsPath({ config }: Services, path: ListPath = OWN_PATH): ListPath | null {
  return config.requestLog && path;
}

/** The numbers of a period: figures, charts, reasons and a table. */
export function UsageReport({ of, requests }: { of: Report; requests: string | null }): VNode {
  const all = useTexts();
  const texts = all.statistics;
  const { view, usage, now, before, rows, offered, subject } = of;
  const hrefOf = (reason: string) =>
    listAddress(requests ?? '', { account: view.account, key: view.key, reason: reason as RequestReason });
  return (
    <>
      {subject !== null && (
        <p>
          {view.label === '' ? texts.ofKey(subject) : texts.ofLabel(subject)}{' '}
          <a href={usageAddress(view, { key: '', label: '' })}>{texts.showAll}</a>
        </p>
      )}
      <PeriodLinks view={view} />
      {now.requests === 0 ? (
        <p class="empty">{texts.empty}</p>
      ) : (
        <>
          <FigureCards now={now} before={before} />
          <p class="faint">{texts.comparedWith[view.period]}</p>
          <RequestsChart usage={usage} />
          <DurationsChart usage={usage} />
          <h2>{texts.reasons}</h2>
          <ReasonTables of={now} hrefOf={requests === null ? null : hrefOf} />
        </>
      )}
      {subject === null && now.requests > 0 && (
        <>
          <h2 id="by">{texts.breakdown}</h2>
          <BreakdownLinks view={view} offered={offered} />
          {rows.length === 0 ? (
            <p class="empty">{texts.nothingBy}</p>
          ) : (
            <>
              <BreakdownTable by={view.by} rows={written(rows, all)} />
              <Downloads view={view} title={texts.download} />
            </>
          )}
          <p class="faint">{texts.costNote}</p>
        </>
      )}
      {subject !== null && now.requests > 0 && <Downloads view={view} title={texts.downloadNumbers} />}
    </>
  );
}

function Downloads({ view, title }: { view: UsageView; title: string }): VNode {
  return (
    <p>
      {title} <a href={usageAddress(view, {}, '.csv')}>CSV</a>
      {' · '}
      <a href={usageAddress(view, {}, '.json')}>JSON</a>
    </p>
  );
}

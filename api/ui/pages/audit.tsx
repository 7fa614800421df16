import type { VNode } from 'preact';
import { z } from 'zod';
import { browserName } from '../../../lib/accounts/browser-name.ts';
import { readAudit } from '../../../lib/audit/read-audit.ts';
import type { AuditEntry } from '../../../lib/audit/stored-entry.ts';
import { eventNames } from '../../../lib/events.ts';
import { FieldError } from '../../../lib/keys/authority.ts';
import { PAGE_SIZE } from '../../../lib/list-page.ts';
import { timeText } from '../number-text.ts';
import { Page } from '../page.tsx';
import { PageError } from '../page-error.ts';
import { definePage, fieldText, signedIn } from '../page-route.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { Cell, RowName, Table } from '../table.tsx';
import { textsFor } from '../texts/language.ts';

const PATH = '/admin/audit';
const DAY_MS = 86_400_000;

/** A day; anything else is none. */
const day = z.iso.date().or(z.literal('')).catch('');
const filterFields = z.object({
  account: fieldText,
  action: z.enum(eventNames).or(z.literal('')).catch(''),
  target: fieldText,
  since: day,
  until: day,
});
type Filter = z.infer<typeof filterFields>;

const showAudit = definePage({
  method: 'GET',
  path: PATH,
  for: 'administrator',
  /** `before` is where a further part begins. */
  input: filterFields.extend({ before: fieldText }),
  async handle(context) {
    const { before, ...filter } = context.input;
    const { services, request } = context;
    const { items, next_cursor } = await readAudit(
      services.redis,
      {
        account: filter.account.trim() || undefined,
        action: filter.action || undefined,
        target: filter.target.trim() || undefined,
        ...(filter.since && { since: Date.parse(filter.since) }),
        // The whole day.
        ...(filter.until && { until: Date.parse(filter.until) + DAY_MS - 1 }),
      },
      { cursor: before || undefined, limit: PAGE_SIZE },
    ).catch((error) => {
      throw error instanceof FieldError ? new PageError(400, ({ noPage }) => noPage) : error;
    });
    const texts = textsFor(request).audit;
    const isFiltered = Object.values(filter).some(Boolean);
    return (
      <Page title={texts.title} session={signedIn(context)} path={PATH} wide>
        <h1>{texts.title}</h1>
        <p>{texts.intro(services.config.audit.days)}</p>
        <FilterForm filter={filter} isFiltered={isFiltered} />
        <h2>{texts.entries}</h2>
        {items.length > 0 ? (
          <EntryTable entries={items} />
        ) : (
          <p class="empty">{next_cursor ? texts.noneYet : isFiltered || before ? texts.noneFits : texts.none}</p>
        )}
        <nav class="paging" aria-label={textsFor(request).common.pages}>
          <ul>
            {before !== '' && (
              <li>
                <a class="button quiet" href={addressOf(filter)}>
                  {texts.newest}
                </a>
              </li>
            )}
            {next_cursor !== null && (
              <li>
                <a class="button quiet" rel="next" href={addressOf(filter, next_cursor)}>
                  {texts.older}
                </a>
              </li>
            )}
          </ul>
        </nav>
      </Page>
    );
  },
});

function addressOf(filter: Filter, before = ''): string {
  const given = Object.entries({ ...filter, before }).filter(([, value]) => value !== '');
  return given.length === 0 ? PATH : `${PATH}?${new URLSearchParams(given)}`;
}

function FilterForm({ filter, isFiltered }: { filter: Filter; isFiltered: boolean }): VNode {
  const texts = useTexts().audit;
  return (
    <form method="get" action={PATH} class="row filter-row" aria-label={texts.filter}>
      <label>
        {texts.account}
        <input name="account" value={filter.account} maxlength={100} autocomplete="off" autocapitalize="none" />
      </label>
      <label>
        {texts.action}
        <select name="action">
          <option value="">{texts.any}</option>
          {eventNames.map((name) => (
            <option key={name} value={name} selected={name === filter.action}>
              {texts.actionName(name)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {texts.target}
        <input name="target" value={filter.target} maxlength={100} autocomplete="off" autocapitalize="none" />
      </label>
      <label>
        {texts.since}
        <input type="date" name="since" value={filter.since} />
      </label>
      <label>
        {texts.until}
        <input type="date" name="until" value={filter.until} />
      </label>
      <button type="submit">{texts.show}</button>
      {isFiltered && (
        <a class="button quiet" href={PATH}>
          {texts.reset}
        </a>
      )}
    </form>
  );
}

function EntryTable({ entries }: { entries: readonly AuditEntry[] }): VNode {
  const texts = useTexts().audit;
  return (
    <Table
      label={texts.title}
      columns={[
        texts.when,
        texts.account,
        texts.action,
        texts.target,
        texts.where,
        { title: texts.change, isLong: true },
      ]}
    >
      {entries.map((entry) => (
        <tr key={entry.id}>
          <RowName>
            <EntryTime at={entry.at} />
          </RowName>
          <Cell of={texts.account} wrap>
            <Who entry={entry} />
          </Cell>
          <Cell of={texts.action} wrap>
            {texts.actionName(entry.action)}
          </Cell>
          <Cell of={texts.target} wrap>
            {entry.target ?? texts.nothing}
          </Cell>
          <Cell of={texts.where} wrap>
            <Where entry={entry} />
          </Cell>
          <Cell of={texts.change} wrap>
            <Change entry={entry} />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

/** The day and the time to the second. */
function EntryTime({ at }: { at: string }): VNode {
  const locale = useLocale();
  return (
    <time dateTime={at}>
      {timeText(at, 'day', locale)}, {timeText(at, 'second', locale)}
    </time>
  );
}

function Who({ entry: { account, key, via } }: { entry: AuditEntry }): VNode {
  const texts = useTexts().audit;
  const nobody = via === 'instance' ? texts.itself : texts.nobody;
  return (
    <>
      {account || <span class="faint">{nobody}</span>}
      {key && <div class="faint">{key}</div>}
    </>
  );
}

/** The way, the address and the program, and the request, by which the log has more. */
function Where({ entry: { via, address, program, request } }: { entry: AuditEntry }): VNode {
  const texts = useTexts().audit;
  return (
    <>
      {[texts.via[via] ?? via, address].filter(Boolean).join(', ')}
      {program && (
        <div class="faint" title={program}>
          <span class="cut">{programName(program)}</span>
        </div>
      )}
      {request && <div class="below faint">{texts.request(request)}</div>}
    </>
  );
}

/** The browser and its system; another program by its own name. */
function programName(program: string): string {
  const { browser, system } = browserName(program);
  return browser === '' ? program : [browser, system].filter(Boolean).join(', ');
}

function Change({ entry: { before = {}, after = {} } }: { entry: AuditEntry }): VNode {
  const texts = useTexts().audit;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const shown = (name: string, value: string | undefined) =>
    value === undefined ? texts.nothing : texts.valueName(name, value);
  if (names.length === 0) return <>{texts.nothing}</>;
  return (
    <>
      {names.map((name) => (
        <div key={name}>
          <span class="faint">{texts.fieldName(name)}</span>{' '}
          {texts.changed(shown(name, before[name]), shown(name, after[name]))}
        </div>
      ))}
    </>
  );
}

export const auditPages = [showAudit];

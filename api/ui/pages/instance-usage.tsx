import type { VNode } from 'preact';
import type { z } from 'zod';
import { listNames } from '../../../lib/accounts/account-store.ts';
import { recordReading } from '../../../lib/audit/record-reading.ts';
import { displayPrefix, parsePrefix } from '../../../lib/keys/key-format.ts';
import { getKey } from '../../../lib/keys/key-store.ts';
import type { UsageKind } from '../../../lib/statistics/usage-counts.ts';
import { Page } from '../page.tsx';
import { PageError } from '../page-error.ts';
import { definePage, type PageContext, signedIn } from '../page-route.ts';
import { pageSource } from '../page-source.ts';
import { useTexts } from '../rendering.tsx';
import { ALL_PATH } from '../requests/whose-requests.ts';
import { textsFor } from '../texts/language.ts';
import { type Report, readReport, requestsPath, sendUsage, UsageReport } from '../usage/report.tsx';
import { breakdowns, type UsageView, usageAddress, usageFields } from '../usage/usage-query.ts';
import { keyLabel } from './usage-tables.tsx';

const PATH = '/admin/usage';

const showInstanceUsage = definePage({
  method: 'GET',
  path: PATH,
  for: 'administrator',
  /** `account`, `key` and `label` select one of each. */
  input: usageFields,
  async handle(context) {
    const session = signedIn(context);
    const [shown, names] = await Promise.all([instanceUsage(context), listNames(context.services.redis)]);
    const texts = textsFor(context.request).statistics;
    const { account } = shown.view;
    return (
      <Page title={texts.instanceTitle} session={session} path={PATH} parts={['charts']} wide>
        <h1>{account === '' ? texts.instanceTitle : texts.ofAccount(account)}</h1>
        <p>{texts.instanceIntro}</p>
        <AccountForm view={shown.view} names={names} />
        <UsageReport of={shown} requests={requestsPath(context.services, ALL_PATH)} />
      </Page>
    );
  },
});

/** Asks for one account. */
function AccountForm({ view, names }: { view: UsageView; names: readonly string[] }): VNode {
  const texts = useTexts().statistics;
  return (
    <form method="get" action={PATH} class="row">
      <label>
        {texts.whose}
        <input
          name="account"
          value={view.account}
          list="accounts"
          maxlength={64}
          autocomplete="off"
          autocapitalize="none"
        />
      </label>
      <datalist id="accounts">
        {names.slice(0, MOST_OFFERED).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <input type="hidden" name="period" value={view.period} />
      <button type="submit" class="quiet">
        {texts.show}
      </button>
      {view.account !== '' && (
        <a class="button quiet" href={usageAddress(view, { account: '', key: '', by: 'account' })}>
          {texts.showAll}
        </a>
      )}
    </form>
  );
}

const MOST_OFFERED = 200;

/** The usage of the instance, or of one account, key or label. Reading that of others leaves an entry. */
async function instanceUsage(context: PageContext<z.infer<typeof usageFields>>): Promise<Report> {
  const { services, input } = context;
  const account = input.account.trim().toLowerCase();
  const record = input.key === '' ? null : await getKey(services.redis, parsePrefix(input.key) ?? '');
  if (input.key !== '' && record === null) throw new PageError(404, ({ noKey }) => noKey);
  const owner = record?.username ?? (account || null);
  await recordReading(services.records, pageSource(context), owner ?? 'all accounts');
  const label = owner === null ? input.label : '';
  const offered = owner === null ? breakdowns : breakdowns.filter((by) => by !== 'account' && by !== 'team');
  const by = offered.find((one) => one === input.by) ?? offered[0] ?? 'key';
  const only = record ? one('key', record.prefix) : label === '' ? null : one('label', label);
  return readReport(services, {
    owner,
    only,
    subject: record ? keyLabel(record) : label || null,
    offered,
    view: {
      path: PATH,
      period: input.period,
      by,
      account: owner ?? '',
      key: record ? displayPrefix(record.prefix) : '',
      label,
    },
  });
}

const one = (kind: UsageKind, name: string) => ({ kind, name });

/** The table of the page as a file. */
const saveInstanceUsage = (type: 'csv' | 'json') =>
  definePage({
    method: 'GET',
    path: `${PATH}.${type}`,
    for: 'administrator',
    input: usageFields,
    async handle(context) {
      return sendUsage(context.reply, type, await instanceUsage(context), textsFor(context.request));
    },
  });

export const instanceUsagePages = [showInstanceUsage, saveInstanceUsage('csv'), saveInstanceUsage('json')];

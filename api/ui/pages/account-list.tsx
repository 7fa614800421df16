import type { VNode } from 'preact';
import type { AccountOrder, AccountOverview, AccountQuery } from '../../../lib/accounts/account-page.ts';
import type { Account } from '../../../lib/accounts/account-store.ts';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { limitNames } from '../../../lib/limits/key-limits.ts';
import type { OwnLimits } from '../../../lib/limits/limits.ts';
import { CsrfField } from '../csrf-field.tsx';
import { useLimitText } from '../keys/limit-fields.tsx';
import { countText } from '../number-text.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { RowMenu } from '../row-menu.tsx';
import { Cell, type Column, RowName, Table } from '../table.tsx';
import { teamPath } from '../teams/team-page.tsx';
import { When } from '../when.tsx';
import { ACCOUNTS, accountPath } from './account-paths.ts';

/** What an administrator can do with an account. It is also the last part of the form's path. */
export type AccountAction = 'disable' | 'enable' | 'password' | 'promote' | 'demote';

/** The address of a part of the list. Nothing is named that is as usual. */
export function listPath({ page, search, order }: AccountQuery): string {
  const query = new URLSearchParams({
    ...(search !== '' && { q: search }),
    ...(order !== 'name' && { sort: order }),
    ...(page > 1 && { page: String(page) }),
  }).toString();
  return query === '' ? ACCOUNTS : `${ACCOUNTS}?${query}`;
}

interface AccountTableProps {
  accounts: readonly AccountOverview[];
  session: Session;
  query: AccountQuery;
}

/** A page of the accounts, with one menu for each. */
export function AccountTable({ accounts, session, query }: AccountTableProps): VNode {
  const { accounts: texts, common } = useTexts();
  const sort = (order: AccountOrder): NonNullable<Column['sort']> => ({
    href: listPath({ ...query, order, page: 1 }),
    now: query.order !== order ? undefined : order === 'name' ? 'ascending' : 'descending',
  });
  const columns: (string | Column)[] = [
    { title: common.username, sort: sort('name') },
    texts.state,
    { title: texts.lastSeen, sort: sort('seen') },
    { title: texts.searches, isNumber: true, sort: sort('searches') },
    { title: texts.keys, isNumber: true, sort: sort('keys') },
    texts.limits,
    texts.secondFactor,
    texts.teams,
    { title: texts.change, isUnseen: true },
  ];
  return (
    <Table label={texts.title} columns={columns}>
      {accounts.map((overview) => (
        <AccountRow key={overview.account.username} overview={overview} session={session} />
      ))}
    </Table>
  );
}

function AccountRow({ overview, session }: { overview: AccountOverview; session: Session }): VNode {
  const { account, lastSeenAt, searches, keys, teams, members } = overview;
  const { username, kind, admin } = account;
  const { accounts: texts, account: accountTexts } = useTexts();
  const locale = useLocale();
  const isTeam = kind === 'team';
  const role = isTeam ? accountTexts.team : admin ? texts.administrator : '';
  const size = isTeam && texts.members(members);
  const notes = [role, size, username === session.username && texts.you].filter(Boolean).join(' · ');
  return (
    <tr>
      <RowName>
        <a href={accountPath(username)}>{username}</a>
        {notes !== '' && <span class="below faint">{notes}</span>}
      </RowName>
      <Cell of={texts.state}>
        <State account={account} />
      </Cell>
      <Cell of={texts.lastSeen}>
        <When at={lastSeenAt} />
      </Cell>
      <Cell of={texts.searches} isNumber>
        {countText(searches, locale)}
      </Cell>
      <Cell of={texts.keys} isNumber>
        {countText(keys, locale)}
      </Cell>
      <Cell of={texts.limits}>
        <Limits own={account.limits} />
      </Cell>
      <Cell of={texts.secondFactor}>
        {isTeam ? '–' : account.hasFactor ? texts.factor.yes : <span class="faint">{texts.factor.none}</span>}
      </Cell>
      <Cell of={texts.teams} wrap>
        <Teams names={teams} />
      </Cell>
      <Cell of={texts.change}>
        <AccountMenu account={account} session={session} />
      </Cell>
    </tr>
  );
}

function State({ account: { kind, disabled, isSuspended, hasPassword, isLinked } }: { account: Account }): VNode {
  const { accounts: texts, singleSignOn: sso } = useTexts();
  return (
    <>
      <span class={`state ${disabled ? 'disabled' : 'active'}`}>{disabled ? texts.disabled : texts.enabled}</span>
      {isLinked && <span class="below faint">{isSuspended ? sso.suspended : sso.linked}</span>}
      {!hasPassword && kind === 'person' && !isLinked && <span class="below faint">{texts.noPassword}</span>}
    </>
  );
}

/** The limits that an account has of its own. */
function Limits({ own }: { own: OwnLimits }): VNode {
  const { accounts: texts, keyFields } = useTexts();
  const limitText = useLimitText();
  const stored = { ...own, max_parallel: own.maxParallel };
  const named = limitNames.flatMap((name) => {
    const limit = stored[name];
    if (limit === undefined) return [];
    const isOff = limit === 'off';
    return [isOff ? `${keyFields.limit[name]}: ${keyFields.noLimit}` : texts.ownLimit[name](limitText(limit))];
  });
  if (named.length === 0) return <span class="faint">{texts.usualLimits}</span>;
  return (
    <>
      {named.map((text) => (
        <span key={text} class="line">
          {text}
        </span>
      ))}
    </>
  );
}

function Teams({ names }: { names: readonly string[] }): VNode {
  if (names.length === 0) return <span class="faint">–</span>;
  return (
    <>
      {names.map((name, at) => (
        <>
          {at > 0 && ', '}
          <a href={teamPath(name)}>{name}</a>
        </>
      ))}
    </>
  );
}

/** What asks first has a page of its own; everything else about the account is on its page. */
function AccountMenu({ account, session }: { account: Account; session: Session }): VNode {
  const texts = useTexts().accounts;
  const { username, kind, admin, disabled } = account;
  const isOwn = username === session.username;
  const asking = (action: AccountAction) => (
    <li>
      <a href={accountPath(username, action)}>{`${texts.actions[action]}…`}</a>
    </li>
  );
  return (
    <RowMenu label={texts.menu(username)}>
      <li>
        <a href={accountPath(username)}>{texts.open}</a>
      </li>
      {isOwn && (
        <li>
          <a href="/settings/password">{texts.ownPassword}</a>
        </li>
      )}
      {kind === 'person' && asking(admin ? 'demote' : 'promote')}
      {!disabled && !isOwn && asking('disable')}
      {disabled && (
        <li>
          <form method="post" action={accountPath(username, 'enable')}>
            <CsrfField session={session} />
            <button type="submit" class="plain">
              {texts.actions.enable}
            </button>
          </form>
        </li>
      )}
    </RowMenu>
  );
}

import type { VNode } from 'preact';
import { USERNAME } from '../../../lib/accounts/account-store.ts';
import { findTeam, type Team } from '../../../lib/accounts/manage-teams.ts';
import type { Session } from '../../../lib/accounts/session-store.ts';
import type { Member } from '../../../lib/accounts/team-store.ts';
import { recordReading } from '../../../lib/audit/record-reading.ts';
import { type RecentUsage, readRecentUsage } from '../../../lib/limits/recent-usage.ts';
import { usagePeriod } from '../../../lib/limits/usage.ts';
import { SearchesPerDay } from '../charts/searches-per-day.tsx';
import { CsrfField } from '../csrf-field.tsx';
import { Field } from '../form-field.tsx';
import { actorIn, orPageError } from '../keys/acting.ts';
import { type KeysView, keysOf, OwnerKeys } from '../keys/owner-keys.tsx';
import { problemsIn } from '../notices.ts';
import { timeText } from '../number-text.ts';
import { Page } from '../page.tsx';
import { PageError } from '../page-error.ts';
import { type PageContext, signedIn } from '../page-route.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { Cell, RowName, Table } from '../table.tsx';
import { textsFor } from '../texts/language.ts';

/** The page of teams; those of each team are below it. */
export const TEAMS = '/settings/teams';

/** The path of a team's page. */
export function teamPath(name: string): string {
  return `${TEAMS}/${encodeURIComponent(name)}`;
}

/** The name of the team in the address. */
export function teamNameIn({ request }: PageContext<unknown>): string {
  const { team } = request.params as { team: string };
  if (!USERNAME.test(team)) throw new PageError(404, ({ noTeam }) => noTeam);
  return team;
}

/** What a team's page shows. */
export interface TeamView extends KeysView {
  /** The name in the form for a member that was refused. */
  typedPerson?: string;
}

/** The page of a team: its members, its keys and its usage. A team that the visitor does not belong to is a 404. */
export async function teamPage(context: PageContext<unknown>, view: TeamView): Promise<VNode> {
  const session = signedIn(context);
  const { redis, health } = context.services;
  const now = health.clock.today();
  const actor = await actorIn(context);
  const team = await orPageError(findTeam(redis, actor, teamNameIn(context)), ({ noTeam }) => noTeam);
  await recordReading(context.services.records, actor.source, team.username);
  const [keys, usage] = await Promise.all([
    keysOf(context, team.username, view),
    readRecentUsage(redis, { username: team.username }, now),
  ]);
  const { teams: texts, access } = textsFor(context.request);
  const path = teamPath(team.username);
  const mayChange = actor.isAdmin || actor.roles.get(team.username) === 'owner';
  return (
    <Page
      title={texts.heading(team.username)}
      session={session}
      path={TEAMS}
      notice={view.notice}
      parts={view.fresh ? ['charts', 'samples'] : ['charts']}
    >
      <h1 class="wrap">{texts.heading(team.username)}</h1>
      {team.isDeleting && <p class="wrong">{access.deleteUnfinished}</p>}
      <h2>{texts.members}</h2>
      <MemberTable team={team} session={session} mayChange={mayChange} />
      {mayChange && (
        <NewMember
          team={team}
          session={session}
          typed={view.typedPerson ?? ''}
          problems={view.typedPerson ? problemsIn(view.notice) : []}
        />
      )}
      <OwnerKeys
        context={context}
        actor={actor}
        owner={team}
        keys={keys}
        view={view}
        action={`${path}/keys`}
        path={path}
        texts={{ create: texts.createKey, list: texts.keys, none: texts.noKeys }}
      />
      <TeamUsage usage={usage} now={now} />
      {session.admin && (
        <p class="row">
          <a class="button quiet" href={`/admin/accounts/${encodeURIComponent(team.username)}`}>
            {texts.setLimits}
          </a>
          <a class="button danger" href={`${path}/delete`}>
            {texts.delete}
          </a>
        </p>
      )}
    </Page>
  );
}

interface MembersProps {
  team: Team;
  session: Session;
  mayChange: boolean;
}

function MemberTable({ team, session, mayChange }: MembersProps): VNode {
  const texts = useTexts().teams;
  if (team.members.length === 0) return <p>{texts.noMembers}</p>;
  return (
    <Table label={texts.members} columns={[texts.person, texts.role, texts.change]}>
      {team.members.map((member) => {
        const own = member.username === session.username;
        return (
          <tr key={member.username}>
            <RowName>
              {member.username}
              {own && <span class="below faint">{texts.you}</span>}
            </RowName>
            <Cell of={texts.role}>{texts.roles[member.role]}</Cell>
            <Cell of={texts.change}>
              <div class="actions">
                {mayChange && <RoleButton team={team.username} member={member} session={session} />}
                {(mayChange || own) && <RemoveButton team={team.username} member={member} session={session} />}
              </div>
            </Cell>
          </tr>
        );
      })}
    </Table>
  );
}

interface MemberButtonProps {
  team: string;
  member: Member;
  session: Session;
}

function RoleButton({ team, member: { username, role }, session }: MemberButtonProps): VNode {
  const texts = useTexts().teams;
  const [next, label] = role === 'owner' ? ['member', texts.makeMember] : ['owner', texts.makeOwner];
  return (
    <form method="post" action={`${teamPath(team)}/members`}>
      <CsrfField session={session} />
      <input type="hidden" name="username" value={username} />
      <button type="submit" name="role" value={next} class="quiet" aria-label={texts.one(label, username)}>
        {label}
      </button>
    </form>
  );
}

function RemoveButton({ team, member: { username }, session }: MemberButtonProps): VNode {
  const texts = useTexts().teams;
  return (
    <form method="post" action={`${teamPath(team)}/members/${encodeURIComponent(username)}/remove`}>
      <CsrfField session={session} />
      <button type="submit" class="danger" aria-label={texts.one(texts.remove, username)}>
        {texts.remove}
      </button>
    </form>
  );
}

interface NewMemberProps {
  team: Team;
  session: Session;
  typed: string;
  problems: readonly string[];
}

function NewMember({ team, session, typed, problems }: NewMemberProps): VNode {
  const texts = useTexts().teams;
  return (
    <>
      <h3>{texts.add}</h3>
      <p class="faint">{texts.addNote}</p>
      <form method="post" action={`${teamPath(team.username)}/members`} class="row">
        <CsrfField session={session} />
        <Field
          name="username"
          label={texts.person}
          value={typed}
          maxlength={64}
          autocapitalize="none"
          required
          problems={problems}
        />
        <label>
          {texts.role}
          <select name="role">
            <option value="member">{texts.roles.member}</option>
            <option value="owner">{texts.roles.owner}</option>
          </select>
        </label>
        <button type="submit">{texts.sendMember}</button>
      </form>
    </>
  );
}

/** The searches of all keys of a team. */
function TeamUsage({ usage, now }: { usage: RecentUsage; now: Date }): VNode {
  const { teams, usage: texts } = useTexts();
  const month = timeText(usagePeriod(now).month, 'month', useLocale());
  return (
    <>
      <h2>{teams.usage}</h2>
      <p>{texts.thisMonth(month)}</p>
      <p class="figure">{texts.searches(usage.searchesThisMonth)}</p>
      {usage.searches === 0 ? (
        <p class="empty">{texts.none}</p>
      ) : (
        <SearchesPerDay title={texts.perDay(teams.usage)} days={usage.days} />
      )}
    </>
  );
}

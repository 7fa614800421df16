import type { VNode } from 'preact';
import { z } from 'zod';
import { endTeam, findTeam, makeTeam, type Team, teamsFor } from '../../../lib/accounts/manage-teams.ts';
import { TeamInUse } from '../../../lib/accounts/team-store.ts';
import { CsrfField } from '../csrf-field.tsx';
import { Field } from '../form-field.tsx';
import { actorIn, orPageError, refusalIn } from '../keys/acting.ts';
import { newKeyPage } from '../keys/owner-keys.tsx';
import { nameProblem, noticeOf, problem, problemsIn } from '../notices.ts';
import { type Notice, Page } from '../page.tsx';
import { pageField } from '../page-links.tsx';
import { definePage, fieldText, type PageContext, Redirect, signedIn } from '../page-route.ts';
import { useTexts } from '../rendering.tsx';
import { Cell, RowName, Table } from '../table.tsx';
import { TEAMS, teamNameIn, teamPage, teamPath } from '../teams/team-page.tsx';
import { textsFor } from '../texts/language.ts';

interface View {
  notice?: Notice | undefined;
  typed?: string;
}

async function teamsPage(context: PageContext<unknown>, { notice, typed = '' }: View): Promise<VNode> {
  const session = signedIn(context);
  const actor = await actorIn(context);
  const teams = await teamsFor(context.services.redis, actor);
  const texts = textsFor(context.request).teams;
  return (
    <Page title={texts.title} session={session} path={TEAMS} notice={notice}>
      <h1>{texts.title}</h1>
      <p>{texts.intro}</p>
      {session.admin && (
        <>
          <h2>{texts.create}</h2>
          <form method="post" action={TEAMS} class="row">
            <CsrfField session={session} />
            <Field
              name="name"
              label={texts.newName}
              value={typed}
              maxlength={64}
              required
              problems={problemsIn(notice)}
            />
            <button type="submit">{texts.send}</button>
          </form>
        </>
      )}
      <h2>{session.admin ? texts.all : texts.mine}</h2>
      {teams.length === 0 ? (
        <p class="empty">{session.admin ? texts.noneAtAll : texts.none}</p>
      ) : (
        <TeamTable teams={teams} visitor={session.username} label={session.admin ? texts.all : texts.mine} />
      )}
    </Page>
  );
}

function TeamTable({ teams, visitor, label }: { teams: readonly Team[]; visitor: string; label: string }): VNode {
  const texts = useTexts().teams;
  return (
    <Table label={label} columns={[texts.name, texts.yourRole, texts.members]}>
      {teams.map(({ username, members }) => {
        const role = members.find((member) => member.username === visitor)?.role;
        return (
          <tr key={username}>
            <RowName>
              <a href={teamPath(username)}>{username}</a>
            </RowName>
            <Cell of={texts.yourRole}>{role ? texts.roles[role] : <span class="faint">{texts.noRole}</span>}</Cell>
            <Cell of={texts.members} wrap>
              {members.map((member) => member.username).join(', ') || '–'}
            </Cell>
          </tr>
        );
      })}
    </Table>
  );
}

const showTeams = definePage({
  method: 'GET',
  path: TEAMS,
  for: 'person',
  input: z.object({ done: fieldText }),
  handle(context) {
    const { deleted, left } = textsFor(context.request).teams.done;
    return teamsPage(context, { notice: noticeOf({ deleted, left }, context.input.done) });
  },
});

const addTeam = definePage({
  method: 'POST',
  path: TEAMS,
  for: 'administrator',
  input: z.strictObject({ csrf: z.string(), name: z.string() }),
  async handle(context) {
    const { name } = context.input;
    try {
      const { username } = await makeTeam(context.services.records, await actorIn(context), name);
      return new Redirect(`${teamPath(username)}?done=created`);
    } catch (error) {
      const { message } = refusalIn(error);
      context.reply.code(400);
      const text = nameProblem(name, message, textsFor(context.request));
      return teamsPage(context, { notice: problem(text), typed: name });
    }
  },
});

const showTeam = definePage({
  method: 'GET',
  path: `${TEAMS}/:team`,
  for: 'person',
  input: z.object({ done: fieldText, page: pageField }),
  handle(context) {
    const { teams, apiKeys } = textsFor(context.request);
    const { revoked, sent } = apiKeys.done;
    const notice = noticeOf({ ...teams.done, revoked, sent }, context.input.done);
    return teamPage(context, { notice, page: context.input.page });
  },
});

const addTeamKey = newKeyPage({
  path: `${TEAMS}/:team/keys`,
  for: 'person',
  ownerIn: teamNameIn,
  placeIn: (context) => teamPath(teamNameIn(context)),
  show: teamPage,
});

const askToDelete = definePage({
  method: 'GET',
  path: `${TEAMS}/:team/delete`,
  for: 'administrator',
  input: z.object({}),
  async handle(context) {
    const session = signedIn(context);
    const { redis } = context.services;
    const found = findTeam(redis, await actorIn(context), teamNameIn(context));
    const { username: name } = await orPageError(found, ({ noTeam }) => noTeam);
    const texts = textsFor(context.request).teams;
    return (
      <Page title={texts.deleteTitle} session={session} path={TEAMS}>
        <h1>{texts.deleteHeading(name)}</h1>
        <p>{texts.deleteNote}</p>
        <form method="post" action={`${teamPath(name)}/delete`} class="row">
          <CsrfField session={session} />
          <button class="danger" type="submit">
            {texts.delete}
          </button>
          <a class="button quiet" href={teamPath(name)}>
            {texts.keep}
          </a>
        </form>
      </Page>
    );
  },
});

const deleteTeam = definePage({
  method: 'POST',
  path: `${TEAMS}/:team/delete`,
  for: 'administrator',
  input: z.strictObject({ csrf: z.string() }),
  async handle(context) {
    const name = teamNameIn(context);
    try {
      await orPageError(endTeam(context.services.records, await actorIn(context), name), ({ noTeam }) => noTeam);
    } catch (error) {
      const { message } = refusalIn(error);
      context.reply.code(400);
      const { inUse } = textsFor(context.request).teams;
      return teamPage(context, { notice: problem(error instanceof TeamInUse ? inUse(name, error.keys) : message) });
    }
    return new Redirect(`${TEAMS}?done=deleted`);
  },
});

export const teamPages = [showTeams, addTeam, showTeam, addTeamKey, askToDelete, deleteTeam];

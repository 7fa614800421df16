import type { VNode } from 'preact';
import { z } from 'zod';
import { endMembership, findTeam, setMember, type Team } from '../../../lib/accounts/manage-teams.ts';
import { teamRoles } from '../../../lib/accounts/team-store.ts';
import type { Actor } from '../../../lib/keys/authority.ts';
import { actorIn, orPageError, refusalIn } from '../keys/acting.ts';
import { problem } from '../notices.ts';
import { definePage, type PageContext, Redirect } from '../page-route.ts';
import { TEAMS, teamNameIn, teamPage, teamPath } from '../teams/team-page.tsx';

/** Adds a person, or changes the role of a member: the form and the buttons of the page send the same. */
const putMember = definePage({
  method: 'POST',
  path: `${TEAMS}/:team/members`,
  for: 'person',
  input: z.strictObject({ csrf: z.string(), username: z.string(), role: z.enum(teamRoles) }),
  confirms: true,
  async handle(context) {
    const { username, role } = context.input;
    return change(context, username, async (actor, { username: team, members }) => {
      await setMember(context.services.records, actor, team, username, role);
      const isMember = members.some((member) => member.username === username);
      return `${teamPath(team)}?done=${isMember ? 'role' : 'added'}`;
    });
  },
});

const removeMember = definePage({
  method: 'POST',
  path: `${TEAMS}/:team/members/:username/remove`,
  for: 'person',
  input: z.strictObject({ csrf: z.string() }),
  async handle(context) {
    const { username } = context.request.params as { username: string };
    return change(context, '', async (actor, { username: team }) => {
      await endMembership(context.services.records, actor, team, username);
      const hasLeft = username === actor.username && !actor.isAdmin;
      return hasLeft ? `${TEAMS}?done=left` : `${teamPath(team)}?done=removed`;
    });
  },
});

/** Changes the members of the team in the address. What is refused is shown with what was typed. */
async function change(
  context: PageContext<unknown>,
  typedPerson: string,
  work: (actor: Actor, team: Team) => Promise<string>,
): Promise<VNode | Redirect> {
  const actor = await actorIn(context);
  const found = findTeam(context.services.redis, actor, teamNameIn(context));
  const team = await orPageError(found, ({ noTeam }) => noTeam);
  try {
    return new Redirect(await work(actor, team));
  } catch (error) {
    const { message } = refusalIn(error);
    context.reply.code(400);
    return teamPage(context, { notice: problem(message), typedPerson });
  }
}

export const teamMemberPages = [putMember, removeMember];

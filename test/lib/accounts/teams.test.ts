import { beforeEach, describe, expect, it } from 'vitest';
import { listTeams, membersOf, teamsOf } from '../../../lib/accounts/team-store.ts';
import { readKept, writeKept } from '../../../lib/data/kept-data.ts';
import { type PresentedKey, parseKey } from '../../../lib/keys/key-format.ts';
import { admit } from '../../../lib/limits/admission.ts';
import { searchIn } from '../../../lib/limits/cost.ts';
import {
  addMember,
  createKey,
  createTeam,
  createUser,
  deleteTeam,
  disableOther,
  removeMember,
  revokeKey,
  setDisabled,
  setPassword,
  TESTER,
} from '../../harness/as-tester.ts';
import { redisForSuite } from '../../harness/redis.ts';

const redis = await redisForSuite();
const off = { burst: null, sustained: null, monthly: null };
beforeEach(async () => {
  await redis.flushdb();
  for (const name of ['ada', 'eve']) await createUser(redis, name);
  await createTeam(redis, 'blue');
});

describe('a team', () => {
  it('has members and owners, and is listed apart', async () => {
    await addMember(redis, 'Blue', 'Ada', 'owner');
    await addMember(redis, 'blue', 'eve', 'member');
    expect(await membersOf(redis, 'blue')).toEqual([
      { username: 'ada', role: 'owner' },
      { username: 'eve', role: 'member' },
    ]);
    expect(await teamsOf(redis, 'ada')).toEqual([{ team: 'blue', role: 'owner' }]);
    expect((await listTeams(redis)).map(({ username }) => username)).toEqual(['blue']);
    await removeMember(redis, 'blue', 'eve');
    expect(await teamsOf(redis, 'eve')).toEqual([]);
    await expect(removeMember(redis, 'blue', 'eve')).rejects.toThrow('eve is not a member of blue.');
  });

  it('cannot sign in, be a member, or have members that are not there', async () => {
    await expect(setPassword(redis, 'blue', 'correct horse battery')).rejects.toThrow('is a team');
    await createTeam(redis, 'red');
    await expect(addMember(redis, 'blue', 'red', 'member')).rejects.toThrow('There is no person "red".');
    await expect(addMember(redis, 'ada', 'eve', 'member')).rejects.toThrow('There is no team "ada".');
    await setDisabled(redis, 'eve', true);
    await expect(addMember(redis, 'blue', 'eve', 'member')).rejects.toThrow('is disabled');
  });

  it.each([
    ['on the command line', (name: string) => setDisabled(redis, name, true)],
    ['on the page', (name: string) => disableOther(redis, name, 'eve')],
  ])('keeps its keys when the person who made them is disabled %s, and loses the member', async (_where, disable) => {
    await addMember(redis, 'blue', 'ada', 'owner');
    const own = parseKey((await createKey(redis, 'ada')).key) as PresentedKey;
    const ofTeam = parseKey((await createKey(redis, 'blue', { madeBy: 'ada' })).key) as PresentedKey;
    await disable('ada');
    expect((await admit(redis, own, off, searchIn('web'))).verdict).toBe('disabled');
    expect((await admit(redis, ofTeam, off, searchIn('web'))).verdict).toBe('admitted');
    expect(await membersOf(redis, 'blue')).toEqual([]);
  });

  it('is deleted only when none of its keys works', async () => {
    await addMember(redis, 'blue', 'ada', 'owner');
    const { prefix } = await createKey(redis, 'blue');
    await expect(deleteTeam(redis, 'blue')).rejects.toThrow('1 keys that work');
    await revokeKey(redis, prefix);
    await deleteTeam(redis, 'blue');
    expect(await listTeams(redis)).toEqual([]);
    expect(await teamsOf(redis, 'ada')).toEqual([]);
  });

  it('is part of a backup with its members', async () => {
    await addMember(redis, 'blue', 'ada', 'owner');
    const kept = await readKept(redis);
    await redis.flushdb();
    await writeKept(redis, TESTER, kept);
    expect(await membersOf(redis, 'blue')).toEqual([{ username: 'ada', role: 'owner' }]);
    expect(await teamsOf(redis, 'ada')).toEqual([{ team: 'blue', role: 'owner' }]);
  });
});

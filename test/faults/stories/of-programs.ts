import { expect } from 'vitest';
import { listKeys } from '../../../lib/keys/key-store.ts';
import { agree, Program } from '../../harness/connector.ts';
import { sendMcp } from '../../harness/mcp.ts';
import type { Story } from '../../harness/outage.ts';
import type { TestApp } from '../../harness/test-app.ts';
import { Visitor } from '../../harness/visitor.ts';

/** Programs that are about to be connected to accounts when Redis is gone: each step leaves the old state. */
export function storiesOfPrograms(app: () => TestApp): Record<string, Story> {
  const registered = () => Program.registered(app().urls[0] as string);
  const programsOf = async (name: string) =>
    (await listKeys(app().client, name)).filter(({ connector }) => connector).length;
  const admitted = async (token: string) =>
    (await sendMcp(app(), 'ping', {}, { key: '', headers: { authorization: `Bearer ${token}` } })).status;

  return {
    async *'a program is not registered, and no page asks for consent'() {
      const person = await Visitor.signedIn(app(), 'asked');
      const program = await registered();
      yield;
      expect((await program.register()).status).toBe(503);
      expect((await person.get(program.authorizePath())).status).toBe(503);
      yield;
      expect((await program.register()).status).toBe(201);
      expect((await person.get(program.authorizePath())).status).toBe(200);
    },

    async *'consent connects nothing, and does when it is given again'() {
      const person = await Visitor.signedIn(app(), 'agreeing');
      const page = await person.get((await registered()).authorizePath());
      yield;
      const lost = await agree(person, page);
      expect([lost.status, lost.location]).toEqual([503, null]);
      expect(lost.text).toContain('The database is not responding.');
      yield;
      expect(await programsOf('agreeing')).toBe(0);
      expect((await agree(person, page)).location).toMatch(/[?&]code=/);
      expect(await programsOf('agreeing')).toBe(1);
    },

    async *'a code is not used up, and is exchanged afterwards'() {
      const person = await Visitor.signedIn(app(), 'exchanging');
      const program = await registered();
      const code = await program.code(person);
      yield;
      const { status, body, headers } = await program.exchange(code);
      expect([status, body.error, headers.get('cache-control')]).toEqual([503, 'temporarily_unavailable', 'no-store']);
      yield;
      expect(await admitted((await program.exchange(code)).body.access_token)).toBe(200);
    },

    async *'a token is not refreshed, and is afterwards'() {
      const person = await Visitor.signedIn(app(), 'refreshing');
      const program = await registered();
      const { refresh_token } = await program.connect(person);
      yield;
      expect((await program.refresh(refresh_token)).status).toBe(503);
      yield;
      expect((await program.refresh(refresh_token)).body.access_token).toMatch(/^triba_/);
    },

    async *'a token is not revoked and a program not disconnected, and both are afterwards'() {
      const person = await Visitor.signedIn(app(), 'leaving');
      const [first, second] = [await registered(), await registered()];
      const revoked = await first.connect(person);
      const kept = await second.connect(person);
      const keys = await listKeys(app().client, 'leaving');
      const tokens = [revoked.access_token, kept.access_token];
      const states = async () => [await admitted(tokens[0] as string), await admitted(tokens[1] as string)];
      yield;
      expect((await first.revoke(revoked.refresh_token)).status).toBe(503);
      for (const { prefix } of keys) {
        expect((await person.post(`/settings/programs/trib_${prefix}/disconnect`)).status).toBe(503);
      }
      yield;
      expect(await states()).toEqual([200, 200]);
      expect((await first.revoke(revoked.refresh_token)).status).toBe(200);
      expect(await states()).toEqual([401, 200]);
      const [left] = (await listKeys(app().client, 'leaving')).filter(({ revokedAt }) => !revokedAt);
      const done = await person.post(`/settings/programs/trib_${left?.prefix}/disconnect`);
      expect(done.location).toBe('/settings/programs?done=disconnected');
      expect(await states()).toEqual([401, 401]);
    },
  };
}

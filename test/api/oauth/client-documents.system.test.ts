import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { hasOpenssl, makeCertificates } from '../../harness/certificates.ts';
import { Program, PUBLIC_URL } from '../../harness/connector.ts';
import { httpsSite, type Site } from '../../harness/page-sites.ts';
import { Stack } from '../../harness/stack.ts';
import { Visitor } from '../../harness/visitor.ts';

/** A program whose id is the address of its metadata document, which a worker process fetches over TLS on loopback. */
describe.skipIf(!hasOpenssl)('a program with a metadata document', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'tributary-clients-'));
  const answers = new Map<string, () => { status: number; type?: string; body: string; cache?: string }>();
  const asked: string[] = [];
  let stack: Stack;
  let site: Site;
  let ada: Visitor;

  beforeAll(async () => {
    makeCertificates(dir);
    const [key, cert] = ['server.key', 'server.crt'].map((name) => readFileSync(path.join(dir, name)));
    site = await httpsSite({ key, cert }, ({ url = '' }, reply) => {
      asked.push(url);
      const {
        status,
        type = 'application/json',
        body,
        cache = 'max-age=60',
      } = answers.get(url)?.() ?? {
        status: 404,
        body: '{}',
      };
      reply.writeHead(status, { 'content-type': type, 'cache-control': cache }).end(body);
    });
    stack = await Stack.start({
      web: 2,
      env: { PUBLIC_URL, EXTRACT_ALLOW: 'localhost', NODE_EXTRA_CA_CERTS: path.join(dir, 'ca.crt') },
    });
    ada = await Visitor.signedIn(stack, 'ada');
  });
  afterAll(async () => {
    await stack?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  const idOf = (name: string, host = 'localhost') => `https://${host}:${site.port}/${name}`;

  /** Serves a document at this name, and returns its program. */
  function documented(name: string, changes: Record<string, unknown> = {}, web = 0): Program {
    const program = Object.assign(new Program(stack.urls[web] as string), { id: idOf(name) });
    const document = {
      client_id: program.id,
      client_name: 'Claude Code',
      redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
      ...changes,
    };
    answers.set(`/${name}`, () => ({ status: 200, body: JSON.stringify(document) }));
    program.redirect = 'http://localhost:41234/callback';
    return program;
  }

  test('goes the whole way, and other web processes need not ask for its document', async () => {
    const program = documented('whole-way');
    const page = await ada.get(program.authorizePath());
    expect(page.text).toContain(`localhost:${site.port}`);
    expect(page.text).toContain('Claude Code');
    expect(page.text).toContain('runs on your own computer');
    const { status, body } = await program.exchange(await program.code(ada), {}, stack.urls[1]);
    expect([status, body.scope]).toEqual([200, 'search']);
    expect((await ada.get('/settings/programs')).text).toContain(`localhost:${site.port}`);
    expect(asked.filter((url) => url === '/whole-way')).toHaveLength(1);
  });

  test('is known by its last document while its host is down or answers with something else', async () => {
    const program = documented('stale');
    expect((await ada.get(program.authorizePath())).status).toBe(200);
    const [name = ''] = (await stack.client.keys(redisKeys.oauthDocument('*'))).slice(-1);
    for (const cached of await stack.client.keys(redisKeys.oauthDocument('*'))) {
      const known = JSON.parse((await stack.client.get(cached)) ?? '');
      expect(known.freshUntil).toBeGreaterThan(Date.now());
      await stack.client.set(cached, JSON.stringify({ ...known, freshUntil: 0 }), 'KEEPTTL');
    }
    expect(await stack.client.pttl(name)).toBeGreaterThan(6 * 86_400_000);
    answers.set('/stale', () => ({ status: 200, type: 'text/html', body: '<!doctype html>' }));
    expect((await ada.get(program.authorizePath())).status).toBe(200);
    answers.set('/stale', () => ({ status: 500, body: '{}' }));
    expect((await ada.get(program.authorizePath())).status).toBe(200);
    expect(asked.filter((url) => url === '/stale')).toHaveLength(3);
  });

  test.each([
    ['of another client', { client_id: 'https://claude.ai/oauth/client' }],
    ['without a name', { client_name: undefined }],
    ['with a secret', { client_secret: 'secret' }],
    ['that names another address', { redirect_uris: ['https://program.example/callback'] }],
  ])('is refused with a document %s', async (what, changes) => {
    const program = documented(`refused-${what.replaceAll(' ', '-')}`, changes);
    const { status, location } = await ada.get(program.authorizePath());
    expect([status, location]).toEqual([400, null]);
  });

  test('is refused if its address is in this network, and nothing there is asked', async () => {
    const before = site.connections;
    for (const id of [idOf('client', '127.0.0.1'), 'https://169.254.169.254/client', 'https://10.0.0.1/client']) {
      const program = Object.assign(new Program(stack.urls[0] as string), { id });
      expect((await ada.get(program.authorizePath())).status).toBe(400);
    }
    expect(site.connections).toBe(before);
  });

  test('is not asked for on behalf of somebody who is not signed in, nor endlessly for one who is', async () => {
    const program = documented('private');
    expect((await new Visitor(stack.urls[0] as string).get(program.authorizePath())).status).toBe(303);
    expect(asked).not.toContain('/private');
    const bob = await Visitor.signedIn(stack, 'bob');
    const before = asked.length;
    for (let at = 0; at < 40; at += 1) await bob.get(documented(`flood-${at}`).authorizePath());
    expect(asked.length - before).toBe(30);
  });
});

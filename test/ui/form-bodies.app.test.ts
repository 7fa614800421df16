import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendBytes } from '../harness/raw-http.ts';
import { TestApp } from '../harness/test-app.ts';
import { Visitor } from '../harness/visitor.ts';

let app: TestApp;
let visitor: Visitor;
beforeAll(async () => {
  app = await TestApp.start();
  visitor = await Visitor.signedIn(app, 'sender');
});
afterAll(() => app?.stop());

/** The head of a form whose body never comes. */
const headOnly = (path: string, headers: string) =>
  sendBytes(
    app.urls[0] as string,
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9000\r\nConnection: close\r\n${headers}\r\n`,
  );

test.each(['/translate', '/settings/api-keys', '/settings/password', '/admin/accounts'])(
  'a visitor who posts to %s is sent to sign in before the body is read',
  async (path) => {
    const reply = await headOnly(path, '');
    expect([reply.status, reply.headers.location]).toEqual([303, '/login?next=%2F']);
  },
);

test('who is not an administrator is refused before the body is read', async () => {
  expect((await headOnly('/admin/accounts', `Cookie: ${visitor.cookie}\r\n`)).status).toBe(403);
});

test('a form from another site is refused before the body is read', async () => {
  expect((await headOnly('/login', 'Origin: https://elsewhere.example\r\n')).status).toBe(403);
});

test.each(['/login', '/logout', '/translate', '/settings/api-keys'])(
  'a body that is not a form is refused by %s with a page',
  async (path) => {
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'application/xml']) {
      const reply = await visitor.post(path, {}, { headers: { 'content-type': type } });
      expect(reply.status, type).toBe(415);
      expect(reply.headers.get('content-type')).toContain('text/html');
      expect(reply.text).toContain('<h1>');
    }
  },
);

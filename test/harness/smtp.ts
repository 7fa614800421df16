import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail that a server has got. */
export interface GotMail {
  from: string;
  to: string[];
  text: string;
}

/** A mail server on loopback, for the user `post` with the password `secret`. */
export interface MailServer {
  /** The setting SMTP_URL for it. */
  url: string;
  got: GotMail[];
  /** Whether it refuses mail for now. */
  isRefusing: boolean;
  /** Holds a mail back that it has got, before it says so. */
  onMail: () => Promise<void>;
  close(): Promise<void>;
}

/** Starts a mail server. */
export async function startMailServer(): Promise<MailServer> {
  const got: GotMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'post' && password === 'secret' ? done(null, { user: 'post' }) : done(new Error('wrong password')),
    onRcptTo: (_address, _session, done) =>
      done(mails.isRefusing ? Object.assign(new Error('the box is full'), { responseCode: 452 }) : null),
    onData(stream, { envelope }, done) {
      let text = '';
      stream.on('data', (chunk) => {
        text += chunk;
      });
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        got.push({ from, to: envelope.rcptTo.map(({ address }) => address), text });
        mails.onMail().then(() => done(), done);
      });
    },
  });
  // Clients that leave in the middle of a mail.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const mails: MailServer = {
    url: `smtp://post:secret@127.0.0.1:${port}`,
    got,
    isRefusing: false,
    onMail: async () => {},
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  return mails;
}

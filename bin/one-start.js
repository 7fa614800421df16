// Ensures that only one `npm start` runs per folder, and cleans up after one that was killed.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';

/**
 * Says in one sentence why no start is possible here; null if one is.
 * @param {string} file the claim of the folder
 * @param {{ PORT?: string, HOST?: string }} settings
 * @returns {Promise<string | null>}
 */
export async function refusal(file, { PORT = '', HOST = '' }) {
  const holder = await folderHolder(file);
  if (holder !== null) {
    return `Tributary is already running (process ${holder}). Stop it with Ctrl-C in its terminal, or run: kill ${holder}`;
  }
  // The web process names a PORT that is not a number.
  const port = /^\d+$/.test(PORT) ? Number(PORT) : 0;
  if (await portIsFree(port, HOST)) return null;
  let other = port + 1;
  while (!(await portIsFree(other, HOST))) other += 1;
  return `Port ${port} is in use. Try: PORT=${other} npm start`;
}

/**
 * The process that holds the folder, or null. A process id alone proves nothing, because another process may have it
 * after a crash. The holder therefore listens on its own port and answers with the token in the file.
 * @param {string} file
 * @returns {Promise<number | null>}
 */
async function folderHolder(file) {
  const [pid, port, token] = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split(' ') : [];
  return token && (await exchange(Number(port), '')) === token ? Number(pid) : null;
}

/**
 * Claims the folder, so that a second start finds it taken.
 * @param {string} file
 */
export async function claimFolder(file) {
  const mine = randomUUID();
  const server = net.createServer((socket) => socket.on('error', () => {}).end(mine));
  server.unref();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  fs.writeFileSync(file, `${process.pid} ${server.address().port} ${mine}`);
  process.on('exit', () => fs.rmSync(file, { force: true }));
}

/**
 * Stops the Redis of a start that was killed. It still has the data open, and two servers would write to the same
 * files. Another Redis may use its port by now, so only one that works in our folder is stopped.
 * @param {string} portFile where the last start wrote the port and the password
 * @param {string} dir where our Redis keeps its data
 */
export async function endLeftoverRedis(portFile, dir) {
  if (!fs.existsSync(portFile)) return;
  const [port, password = 'none'] = fs.readFileSync(portFile, 'utf8').split(' ');
  // A Redis without a password refuses AUTH and executes the rest.
  const ask = (command) => exchange(Number(port), `AUTH ${password}\r\n${command}\r\n`);
  const answer = await ask('CONFIG GET dir\r\nQUIT');
  // Redis reports its folder with symbolic links resolved.
  const ours = fs.existsSync(dir) && answer.split('\r\n').includes(fs.realpathSync(dir));
  if (ours) await ask('SHUTDOWN');
  fs.rmSync(portFile, { force: true });
}

/** Whether this port can be listened on; one that does not exist is left to the web process to refuse. */
function portIsFree(port, host) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', (error) => resolve(/** @type {NodeJS.ErrnoException} */ (error).code !== 'EADDRINUSE'));
    if (port > 65_535) resolve(true);
    else server.listen({ port, host }, () => server.close(() => resolve(true)));
  });
}

/** Sends text to a loopback port and returns everything it receives until the connection closes. */
function exchange(port, words) {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1' }, () => socket.write(words));
    let heard = '';
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(heard));
  });
}

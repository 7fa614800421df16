// Only one `npm start` at a time per folder, and nothing left over from one that was killed.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';

/**
 * Claims the folder, or says whose it is. A process number alone proves nothing, because after a crash any process may
 * have it: whoever holds the folder answers on a port of its own with the token that stands in the file.
 * @param {string} file
 * @returns {Promise<number | null>} null when claimed, else the process that holds it
 */
export async function claimFolder(file) {
  const [pid, port, token] = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split(' ') : [];
  if (token && (await exchange(Number(port), '')) === token) return Number(pid);
  const mine = randomUUID();
  const server = net.createServer((socket) => socket.on('error', () => {}).end(mine));
  server.unref();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  fs.writeFileSync(file, `${process.pid} ${server.address().port} ${mine}`);
  process.on('exit', () => fs.rmSync(file, { force: true }));
  return null;
}

/**
 * The Redis of a start that was killed outright still has the data open: two of them would write to the same files. By now
 * its port may be another Redis' port: only one that works in our folder is ended.
 * @param {string} portFile where the last start wrote its port
 * @param {string} dir where our Redis keeps its data
 */
export async function endLeftoverRedis(portFile, dir) {
  if (!fs.existsSync(portFile)) return;
  const port = Number(fs.readFileSync(portFile, 'utf8'));
  const answer = await exchange(port, 'CONFIG GET dir\r\nQUIT\r\n');
  // Redis tells its folder without symbolic links.
  const ours = fs.existsSync(dir) && answer.split('\r\n').includes(fs.realpathSync(dir));
  if (ours) await exchange(port, 'SHUTDOWN\r\n');
  fs.rmSync(portFile, { force: true });
}

/**
 * @param {number} port
 * @param {string} host
 */
export function portIsFree(port, host) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', (error) => resolve(/** @type {NodeJS.ErrnoException} */ (error).code !== 'EADDRINUSE'));
    server.listen({ port, host }, () => server.close(() => resolve(true)));
  });
}

/** Says something to a loopback port, hears it out, and returns what it heard. */
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

import fastify from 'fastify';
import { Redis } from 'ioredis';

/** Floor (a): a bare Fastify handler with one Redis GET. No cached search can be faster. */
const [redisUrl = '', port = '0'] = process.argv.slice(2);
// Auto-pipelining is the fastest way to send only GETs, which makes the floor as hard to reach as possible.
const redis = new Redis(redisUrl, { enableAutoPipelining: true });
const app = fastify();
app.get('/', async () => ({ value: await redis.get('bench:value') }));
redis.once('ready', async () => {
  await app.listen({ host: '127.0.0.1', port: Number(port) });
  console.log(JSON.stringify({ ready: true }));
});
process.on('SIGTERM', () => process.exit(0));

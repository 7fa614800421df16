import fastify from 'fastify';
import { Redis } from 'ioredis';

/** Floor (a): a bare Fastify handler that does one Redis GET. What no cached search can beat. */
const [redisUrl = '', port = '0'] = process.argv.slice(2);
// Auto-pipelining is the fastest way to do nothing but GETs; a floor should be the hardest to come near.
const redis = new Redis(redisUrl, { enableAutoPipelining: true });
const app = fastify();
app.get('/', async () => ({ value: await redis.get('bench:value') }));
redis.once('ready', async () => {
  await app.listen({ host: '127.0.0.1', port: Number(port) });
  console.log(JSON.stringify({ ready: true }));
});
process.on('SIGTERM', () => process.exit(0));

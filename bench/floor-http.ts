import fastify from 'fastify';
import { connectForRequests } from '../lib/redis.ts';

/** Floor (a): a bare Fastify handler that does one Redis GET. What no cached search can beat. */
const [redisUrl = '', port = '0'] = process.argv.slice(2);
const redis = connectForRequests(redisUrl, 'bench-floor-http');
const app = fastify();
app.get('/', async () => ({ value: await redis.get('bench:value') }));
redis.once('ready', async () => {
  await app.listen({ host: '127.0.0.1', port: Number(port) });
  console.log(JSON.stringify({ ready: true }));
});
process.on('SIGTERM', () => process.exit(0));

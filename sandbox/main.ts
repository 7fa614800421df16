import { parseArgs } from 'node:util';
import { startSandbox } from './server.ts';

/** The sandbox as a process: `node dist/sandbox/main.js --port 4010`; `--pictures` makes it draw its pictures. */
const { values } = parseArgs({
  options: { port: { type: 'string', default: '0' }, pictures: { type: 'boolean', default: false } },
});
const sandbox = await startSandbox(Number(values.port), { pictures: values.pictures });
console.log(JSON.stringify({ port: sandbox.port }));

const stop = () => void sandbox.close().then(() => process.exit(0));
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// Under `npm start`, this means that the parent process was killed.
process.on('disconnect', stop);

import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from './processes.ts';

/** Between two requests of a client: more of them would show nothing else and keep the machine busy. */
const PAUSE_MS = 10;

/** Sends requests that need nothing but a web process through a proxy, a few at a time, until told to end. */
export function steadyLoad(send: (path: string) => Promise<{ status: number; text(): Promise<string> }>) {
  const failed: string[] = [];
  let served = 0;
  let ended = false;
  const client = async () => {
    while (!ended) {
      try {
        const reply = await send('/healthz');
        const text = await reply.text();
        if (reply.status === 200) served++;
        else failed.push(`${reply.status} ${text}`);
      } catch (error) {
        failed.push(String(error));
      }
      await sleep(PAUSE_MS);
    }
  };
  const clients = [client(), client()];
  return {
    failed,
    async goesOn() {
      const before = served;
      await eventually('requests are served', () => failed.length > 0 || served > before + 10, 60_000);
    },
    async end() {
      ended = true;
      await Promise.all(clients);
    },
  };
}

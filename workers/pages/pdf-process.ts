import { once } from 'node:events';
import { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { readPdf } from '../../lib/pages/pdf.ts';
import { type PdfReading, readingOf } from './pdf-reading.ts';

/**
 * Reads one PDF from standard input and writes what became of it. A PDF of a few kilobytes can take gigabytes, outside of
 * the heap, where no limit of a thread counts them. A process can be watched from within, and gives all of it back.
 */

/** A process that has loaded all it needs takes about 80 MB. */
const MAX_RSS_BYTES = 224 * 1024 * 1024;
const MAX_HEAP_MB = 96;
/** Memory grows by a megabyte or so in a millisecond. */
const LOOK_MS = 5;
/** The thread that waits for this process is ended before. */
const END_AFTER_MS = 6_000;
/** A pipe that the thread holds open while it waits. */
const LIFELINE = 3;

const TOO_LARGE: PdfReading = { unreadable: 'too large' };

if (isMainThread) await watch();
else parentPort?.postMessage(await readingOf(() => readPdf(workerData.body, workerData.url)));

/** Lets a thread read, and ends the process when it has, or takes too much. */
async function watch(): Promise<void> {
  setTimeout(die, END_AFTER_MS);
  new Socket({ fd: LIFELINE }).on('error', die).on('close', die).resume();
  const [, , url] = process.argv;
  const body = await buffer(process.stdin);
  const reader = new Worker(new URL(import.meta.url), {
    workerData: { url, body },
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 16 },
  });
  setInterval(() => {
    if (process.memoryUsage.rss() > MAX_RSS_BYTES) end(TOO_LARGE);
  }, LOOK_MS);
  reader.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    end(TOO_LARGE);
  });
  const [reading] = await once(reader, 'message');
  end(reading);
}

/** Writes, which is done when the call returns, because the output is a pipe. Then waits for nothing. */
function end(reading: PdfReading): void {
  process.stdout.write(JSON.stringify(reading), die);
}

function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type FetchedPage, type ReadablePage, UnreadablePage, type UnreadableReason } from '../../lib/pages/page.ts';
import { seenPage } from '../../lib/pages/seen-page.ts';

/** What became of a PDF, as its process writes it. */
export type PdfReading = { page: ReadablePage } | { unreadable: UnreadableReason };

/** A reading as it is written. */
export async function readingOf(read: () => Promise<ReadablePage>): Promise<PdfReading> {
  try {
    return { page: await read() };
  } catch (error) {
    if (error instanceof UnreadablePage) return { unreadable: error.reason };
    throw error;
  }
}

/** Reads a PDF in a process of its own, whose memory is limited. Throws UnreadablePage. */
export async function readPdfApart({ url, body }: FetchedPage): Promise<ReadablePage> {
  const file = fileURLToPath(new URL('./pdf-process.js', import.meta.url));
  // Without the environment: it needs no secrets.
  const child = spawn(process.execPath, [file, url], {
    // The last is a lifeline: it closes when this thread ends, and the process ends with it.
    stdio: ['pipe', 'pipe', 'inherit', 'pipe'],
    env: {},
  }) as ChildProcessByStdio<Writable, Readable, null>;
  // It may end before it has read all, and then says why in its output.
  child.stdin.on('error', () => {});
  child.stdin.end(body);
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (output === '' && code !== null) throw new Error(`The process that reads a PDF ended with code ${code}.`);
  // Killed without a word: by the system, for lack of memory.
  const reading: PdfReading = output === '' ? { unreadable: 'too large' } : JSON.parse(output);
  if ('unreadable' in reading) throw new UnreadablePage(reading.unreadable);
  return seenPage(reading.page);
}

import { expect, it, vi } from 'vitest';
import { Deadline } from '../../../lib/deadline.ts';
import { PAGE, PAGE_MS } from '../../../workers/pages/wanted.ts';
import { drip, pageFetching, rawSite, read } from '../../harness/page-sites.ts';

const { fetcherWith } = await pageFetching();

it('gives a page its time, 8 seconds unless a test says otherwise, although the request has more', async () => {
  expect(PAGE_MS).toBe(8_000);
  const OK = 'HTTP/1.1 200 OK\r\n';
  const sites = await Promise.all([
    rawSite(() => {}),
    rawSite((socket) => {
      socket.write(OK);
      drip(socket, 'X: y\r\n');
    }),
    rawSite((socket) => {
      socket.write(`${OK}\r\n`);
      drip(socket, 'x');
    }),
    // A redirect does not give it more time.
    rawSite((socket, request) => {
      const path = /^GET (\S+)/.exec(request)?.[1] ?? '';
      setTimeout(() => socket.end(`HTTP/1.1 302 Found\r\nLocation: ${path}x\r\n\r\n`), 400);
    }),
  ]);
  // The first three end before the fourth would have had its five redirects.
  const fetcher = fetcherWith(
    { EXTRACT_ALLOW: '127.0.0.0/8,a.example,b.example' },
    async () => [{ address: '127.0.0.1', family: 4 }],
    { wanted: { ...PAGE, pageMs: 1_000 } },
  );
  const deadline = Deadline.in(25_000);
  const reads = sites.map(({ port }, at) =>
    read(fetcher, `http://${at < 2 ? 'a' : 'b'}.example:${port}/`, { deadline }),
  );
  const late = 'failed: it did not come in time';
  expect(await Promise.all(reads)).toEqual([late, late, late, late]);
  expect(deadline.leftMs()).toBeGreaterThan(0);
  await vi.waitFor(() => expect(sites.map(({ open }) => open.size)).toEqual([0, 0, 0, 0]));
});

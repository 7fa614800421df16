import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type ReadablePage, UnreadablePage } from '../../../lib/pages/page.ts';
import { pageKind } from '../../../lib/pages/page-kind.ts';
import { readPage } from '../../../lib/pages/read-page.ts';
import { render } from '../../../lib/pages/render.ts';
import { runs } from '../../harness/fuzz.ts';
import { ADDRESS, readText } from './reading.ts';

const HTML = '<html><head><title>T</title></head><body><p>Some text.</p></body></html>';
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154', 'hex');

/** A line of a PDF: its text, the size of its letters, and where it stands. */
type PdfLine = [text: string, size: number, x: number, y: number];

/** A PDF with a line of text on each page, or the lines that are given. */
function pdf(lines: (string | PdfLine[])[], info = ''): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${lines.length} /Kids [${lines.map((_, at) => `${4 + 2 * at} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...lines.flatMap((line, at) => {
      const written: PdfLine[] = typeof line === 'string' ? [[line, 12, 72, 720]] : line;
      const stream = written.map(([text, size, x, y]) => `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`).join('\n');
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + 2 * at} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
    `<< ${info} >>`,
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${text.length}\n%%EOF`;
  return Buffer.from(text, 'latin1');
}

const read = (body: Uint8Array, contentType: string) => readPage({ url: ADDRESS, contentType, body });

async function reasonOf(reading: Promise<ReadablePage>): Promise<string> {
  const error: unknown = await reading.then(
    () => 'was read',
    (reason: unknown) => reason,
  );
  return error instanceof UnreadablePage ? error.reason : String(error);
}

describe('a page is read as what it is', () => {
  test.each([
    ['HTML', HTML, 'text/html; charset=utf-8', 'text/html'],
    ['XHTML', `<?xml version="1.0"?>${HTML}`, 'application/xhtml+xml', 'text/html'],
    ['HTML without a type', HTML, '', 'text/html'],
    ['HTML that says it is text', HTML, 'text/plain', 'text/html'],
    ['HTML that says it is JSON', HTML, 'application/json', 'text/html'],
    ['HTML that says it is a picture', HTML, 'image/png', 'text/html'],
    ['a fragment without a type', '<p>Some text.', 'application/octet-stream', 'text/html'],
    ['plain text', 'Some text.', 'text/plain', 'text/plain'],
    ['text without a type', 'Some text.', '', 'text/plain'],
    ['source code', 'let a = 1;', 'application/javascript', 'text/plain'],
    ['Markdown', '# T\n\nSome text.', 'text/markdown', 'text/markdown'],
    ['JSON', '{"a": "Some text."}', 'application/problem+json', 'application/json'],
    [
      'RSS that says it is XML',
      '<?xml version="1.0"?><rss><channel><title>T</title><item><title>Some text.</title></item></channel></rss>',
      'text/xml',
      'application/rss+xml',
    ],
    [
      'Atom that says it is HTML',
      '<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><title>Some text.</title></entry></feed>',
      'text/html',
      'application/atom+xml',
    ],
  ])('%s', async (_what, text, sent, found) => {
    const page = await readText(text, sent);
    expect(page.contentType).toBe(found);
    expect(page.html + page.text).toMatch(/Some text|let a/);
  });

  test('a PDF, whatever its type says', async () => {
    expect((await read(pdf(['Some text.']), 'text/html')).contentType).toBe('application/pdf');
  });
});

describe('a page is refused', () => {
  test.each([
    ['a picture', PNG, 'image/png', 'unsupported type'],
    ['a picture that says it is HTML', PNG, 'text/html', 'unsupported type'],
    ['a picture without a type', PNG, '', 'unsupported type'],
    ['a drawing', Buffer.from('<svg><text>x</text></svg>'), 'image/svg+xml', 'unsupported type'],
    [
      'an archive',
      Buffer.from('504b0304140000000800000000000000000000000000000000000000', 'hex'),
      'application/zip',
      'unsupported type',
    ],
    ['a PDF that is none', Buffer.from('hello'), 'application/pdf', 'unsupported type'],
    ['a PDF that is cut off', pdf(['text']).subarray(0, 60), 'application/pdf', 'damaged'],
    [
      'a PDF of noise',
      Buffer.from(`%PDF-1.7\n${'\u0001\u0002\u00ff obj << /Kids ['.repeat(1_000)}`),
      'application/pdf',
      'damaged',
    ],
    ['a PDF without text', pdf(['']), 'application/pdf', 'no text'],
    ['nothing', Buffer.alloc(0), 'text/html', 'no text'],
    ['nothing as text', Buffer.from(' \n '), 'text/plain', 'no text'],
    [
      'a feed without entries',
      Buffer.from('<rss><channel><title>T</title></channel></rss>'),
      'application/rss+xml',
      'no text',
    ],
    ['more than is ever fetched', Buffer.alloc(5 * 1024 * 1024 + 1, 'a'), 'text/plain', 'too large'],
  ])('if it is %s', async (_what, body, type, reason) => {
    expect(await reasonOf(read(body, type))).toBe(reason);
  });
});

/** Bytes of which each is as likely as any other, the same in every run. */
function randomBlock(seed: number, length: number): Buffer {
  const blocks: Buffer[] = [];
  for (let at = 0; at * 32 < length; at++) blocks.push(createHash('sha256').update(`${seed} ${at}`).digest());
  return Buffer.concat(blocks).subarray(0, length);
}

describe('random bytes', () => {
  test.each([
    '',
    'text/plain',
    'text/html; charset=utf-8',
    'text/plain; charset=iso-8859-1',
    'text/html; charset=utf-16',
    'text/plain; charset=gbk',
    'application/octet-stream',
  ])('are never a text, sent as %j', (contentType) => {
    const blocks = Array.from({ length: runs(4) }, (_, seed) => randomBlock(seed, 256 + ((seed * 37) % 2_000)));
    const read = blocks.filter((block) => pageKind(contentType, block) !== null);
    expect(read.length).toBe(0);
  });

  test.each([[[0xff, 0xfe]], [[0xfe, 0xff]], [[0xef, 0xbb, 0xbf]]])('are no text after the mark %j', (mark) => {
    const blocks = Array.from({ length: runs(4) }, (_, seed) => Buffer.from([...mark, ...randomBlock(seed, 1_024)]));
    const read = blocks.filter((block) => pageKind('text/html', block) !== null);
    expect(read.length).toBe(0);
  });

  test('after a page that begins as a text are refused', async () => {
    const body = Buffer.concat([Buffer.from('<html><p>Some text. '.repeat(100)), randomBlock(1, 20_000)]);
    expect(await reasonOf(read(body, 'text/html'))).toBe('unsupported type');
  });
});

describe('UTF-16 with a mark is read', () => {
  test.each([
    'Мэр сказал, что работы закончатся в октябре.',
    'Ο δήμαρχος είπε ότι οι εργασίες θα τελειώσουν.',
    'ראש העיר אמר שהעבודות יסתיימו באוקטובר.',
    'قال رئيس البلدية إن الأعمال ستنتهي في أكتوبر.',
    '市長は工事が十月に終わると述べた。😀',
    'The mayor said so.',
  ])('%s', async (text) => {
    for (const bytes of [Buffer.from(`\ufeff${text}`, 'utf16le'), Buffer.from(`\ufeff${text}`, 'utf16le').swap16()]) {
      expect((await read(bytes, 'text/plain')).text).toBe(text);
      const long = Buffer.from(`\ufeff${`${text} `.repeat(200)}`, 'utf16le');
      expect((await read(long, '')).text).toContain(text);
    }
  });
});

describe('a text', () => {
  test.each(['markdown', 'text'] as const)('passes through as %s', async (format) => {
    const text = '# Title\n\n* item with _marks_\n\n```js\n<b>\n```';
    expect(render(await readText(text, 'text/markdown'), format, 1_000).content).toBe(text);
  });

  test('is escaped as HTML', async () => {
    expect(render(await readText('a < b & <script>', 'text/plain'), 'html', 1_000).content).toBe(
      '<pre>a &lt; b &amp; &lt;script&gt;</pre>',
    );
  });

  test('in Markdown has a title', async () => {
    expect((await readText('intro\n\n# The title\n', 'text/markdown')).title).toBe('The title');
  });

  test('is cut at a million characters, and says so', async () => {
    const page = await readText('word '.repeat(300_000), 'text/plain');
    expect([page.text.length <= 1_000_000, page.truncated]).toEqual([true, true]);
  });
});

describe('a PDF', () => {
  test('has its text and what it says of itself', async () => {
    const body = pdf(
      ['First page.', 'Second page.'],
      '/Title (A title) /Author (A. Writer) /CreationDate (D:20210304050607Z)',
    );
    const page = await read(body, 'application/pdf');
    expect(page).toMatchObject({ title: 'A title', author: 'A. Writer', published: '2021-03-04', truncated: false });
    expect(page.text).toBe('First page.\n\nSecond page.');
  });

  const REPORT: PdfLine[] = [
    ['The state of', 24, 72, 720],
    ['the marsh', 24, 72, 692],
    ['Rowan Ash, 5 May 2020', 10, 72, 660],
    ['What was counted', 16, 72, 630],
    ['Rails were heard on four nights, and on the fifth nobody went out, be-', 10, 72, 608],
    ['cause of rain. # no heading, * no item, <b onclick=a>no tag</b>, [no](javascript:a)', 10, 72, 596],
    ['Those who heard them were', 10, 72, 570],
    ['\\267 two wardens, who had waited by the', 10, 80, 556],
    ['sluice since dusk', 10, 92, 544],
    ['\\267 a poet', 10, 80, 532],
    ['and nobody else.', 10, 72, 518],
    ['What was not', 16, 72, 490],
    ['- bitterns', 10, 80, 470],
    ['- herons', 10, 80, 458],
    ['12', 18, 300, 40],
  ];
  const BODY = [
    'Rowan Ash, 5 May 2020',
    'What was counted',
    'Rails were heard on four nights, and on the fifth nobody went out, because of rain. # no heading, * no item, <b onclick=a>no tag</b>, [no](javascript:a)',
    'Those who heard them were',
  ];

  test('has its headings, paragraphs and lists', async () => {
    const page = await read(pdf([REPORT]), 'application/pdf');
    const [byline, counted, rails = '', those] = BODY;
    const escaped = rails.replace('* no', '\\* no').replace('<b', '\\<b').replace('</b', '\\</b').replace('](', ']\\(');
    expect(render(page, 'markdown', 10_000).content).toBe(
      `# The state of the marsh\n\n${byline}\n\n## ${counted}\n\n${escaped}\n\n${those}\n\n- two wardens, who had waited by the sluice since dusk\n- a poet\n\nand nobody else.\n\n## What was not\n\n- bitterns\n- herons\n\n12`,
    );
    expect(render(page, 'text', 10_000).content).toBe(
      `The state of the marsh\n\n${BODY.join('\n\n')}\n\n- two wardens, who had waited by the sluice since dusk\n- a poet\n\nand nobody else.\n\nWhat was not\n\n- bitterns\n- herons\n\n12`,
    );
    expect(render(page, 'html', 10_000).content).toContain('<h2>What was counted</h2>');
  });

  test.each([
    ['what it says', '/Title (A survey of the marsh)', 'A survey of the marsh'],
    ['what it says and shows', '/Title (What was counted)', 'What was counted'],
    ['its largest text, if it says nothing', '', 'The state of the marsh'],
    ['its largest text, if it names a file', '/Title (Microsoft Word - report2.docx)', 'The state of the marsh'],
    ['its largest text, if it says a word', '/Title (untitled)', 'The state of the marsh'],
  ])('is called by %s', async (_what, info, title) => {
    expect((await read(pdf([REPORT], info), 'application/pdf')).title).toBe(title);
  });

  test('of very many pages is read up to a bound', async () => {
    const page = await read(pdf(Array.from({ length: 120 }, (_, at) => `Page ${at + 1}.`)), 'application/pdf');
    expect(page.truncated).toBe(true);
    expect(page.text).toMatch(/Page 100\.$/);
  });

  test('leaves its bytes as they are', async () => {
    const body = pdf(['text']);
    await read(body, 'application/pdf');
    expect(body.length).toBeGreaterThan(0);
  });
});

describe('a feed', () => {
  const RSS = `<?xml version="1.0"?><rss version="2.0" xmlns:content="x" xmlns:dc="y"><channel><title>The feed</title><link>https://site.example/</link>
    <description>About things</description><language>en-gb</language><image><title>Logo</title><link>https://site.example/logo</link></image>
    <item><title>One &amp; only</title><link>/one</link><pubDate>Tue, 04 Mar 2025 10:00:00 GMT</pubDate><dc:creator>A. Writer</dc:creator>
    <description>short</description><content:encoded><![CDATA[<p>Long <a href="/x">text</a><script>alert(1)</script></p>]]></content:encoded></item>
    <item><title>Two</title><link>https://site.example/two</link><description>&lt;p&gt;Second&lt;/p&gt;</description></item></channel></rss>`;

  test('of RSS is a page with a section for each entry', async () => {
    const page = await readText(RSS, 'application/rss+xml');
    expect(page).toMatchObject({ title: 'The feed', description: 'About things', lang: 'en-gb', truncated: false });
    expect(render(page, 'markdown', 10_000).content).toBe(
      '## [One & only](https://site.example/one)\n\n2025-03-04 · A. Writer\n\nLong [text](https://site.example/x)\n\n## [Two](https://site.example/two)\n\nSecond',
    );
  });

  test('of Atom, too', async () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><link rel="self" href="/feed"/><author><name>Site</name></author>
      <entry><title>One</title><link rel="edit" href="/edit"/><link href="/one"/><updated>2024-05-06T07:08:09Z</updated><author><name>Ann</name><email>a@b.example</email></author>
      <content type="html">&lt;p&gt;Text&lt;/p&gt;</content></entry></feed>`;
    const page = await readText(atom, 'application/atom+xml');
    expect(render(page, 'markdown', 10_000).content).toBe(
      '## [One](https://site.example/one)\n\n2024-05-06T07:08:09Z · Ann\n\nText',
    );
    expect(page.author).toBe('Site');
  });

  test('with entities that would grow keeps them as they are', async () => {
    const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
    const bomb = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY l0 "lol">${entities}<!ENTITY f SYSTEM "file:///etc/passwd">]><rss><channel><item><title>A &l9; &f;</title><description>&l9;</description></item></channel></rss>`;
    const page = await readText(bomb, 'application/rss+xml');
    expect(page.html.length).toBeLessThan(1_000);
    expect(page.html).not.toContain('root:');
  });

  test.each([
    ['50,000 entries', `<rss><channel>${'<item><title>x</title></item>'.repeat(50_000)}</channel></rss>`],
    ['100,000 open elements', `<rss><channel><item><title>x</title></item>${'<a>'.repeat(100_000)}`],
  ])('of %s is read up to a bound', async (_what, xml) => {
    const page = await readText(xml, 'application/rss+xml');
    expect(page.truncated).toBe(true);
    expect(page.html.length).toBeLessThan(100_000);
  });

  test('with an entry of four megabytes is read up to a bound', async () => {
    const page = await readText(
      `<rss><channel><item><description>${'word '.repeat(800_000)}</description></item></channel></rss>`,
      'application/rss+xml',
    );
    expect(page.html.length).toBeLessThanOrEqual(1_100_000);
  });
});

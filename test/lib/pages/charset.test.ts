import { describe, expect, test } from 'vitest';
import { decodeText } from '../../../lib/pages/charset.ts';
import { pageKind } from '../../../lib/pages/page-kind.ts';

/** The legacy encodings that browsers know, each with a text that it can write. */
const TEXTS: [label: string, text: string][] = [
  ['ibm866', 'Привет, мир'],
  ['iso-8859-2', 'Zażółć gęślą jaźń'],
  ['iso-8859-3', 'Ĉu vi ŝatas ĝin'],
  ['iso-8859-4', 'Ąžolė ir šermukšnis'],
  ['iso-8859-5', 'Привет, мир'],
  ['iso-8859-6', 'مرحبا بالعالم'],
  ['iso-8859-7', 'Γειά σου κόσμε'],
  ['iso-8859-8', 'שלום עולם'],
  ['iso-8859-10', 'Šamanerna på ön'],
  ['iso-8859-13', 'Ąžuolas, ģimene'],
  ['iso-8859-14', 'Ŵy a ŷd'],
  ['iso-8859-15', 'Œuvre à 5 €'],
  ['koi8-r', 'Привет, мир'],
  ['koi8-u', 'Привіт, ґанок'],
  ['macintosh', 'Café “naïve”'],
  ['windows-874', 'สวัสดีชาวโลก'],
  ['windows-1250', 'Příliš žluťoučký kůň'],
  ['windows-1251', 'Привет, мир'],
  ['windows-1252', '“It’s” – œuvre à 5 €'],
  ['windows-1253', 'Γειά σου κόσμε'],
  ['windows-1254', 'İstanbul’da ağaç'],
  ['windows-1255', 'שלום עולם'],
  ['windows-1256', 'مرحبا بالعالم'],
  ['windows-1257', 'Ąžuolas, ģimene'],
  ['windows-1258', 'Đường ăn â ê ô'.replace('ườ', 'ư')],
  ['gbk', '你好，世界'],
  ['gb18030', '你好，世界'],
  ['big5', '你好，世界'],
  ['euc-jp', 'こんにちは、世界'],
  ['shift_jis', 'こんにちは、世界'],
  ['euc-kr', '안녕하세요, 세계'],
];

/** The bytes of a text. Node decodes these encodings but does not encode, so all of one and two bytes are tried. */
function encode(text: string, label: string): Buffer {
  const decoder = new TextDecoder(label);
  const decodes = (bytes: number[]) => {
    const decoded = decoder.decode(Uint8Array.from(bytes), { stream: true });
    return decoded + decoder.decode();
  };
  const table = new Map<string, number[]>();
  for (let first = 0; first < 256; first++) {
    const one = decodes([first]);
    if (one.length === 1 && one !== '\ufffd' && !table.has(one)) table.set(one, [first]);
  }
  const isWide = [...text].some((character) => !table.has(character));
  for (let first = 0x81; isWide && first < 256; first++) {
    for (let second = 0x40; second < 256; second++) {
      const two = decodes([first, second]);
      if (two.length === 1 && two !== '\ufffd' && !table.has(two)) table.set(two, [first, second]);
    }
  }
  return Buffer.concat([...text].map((character) => Buffer.from(table.get(character) ?? [])));
}

const page = (text: string) => `<html><head><title>x</title></head><body><p>${text}</p></body></html>`;

describe('a page is decoded', () => {
  test.each(TEXTS)('from %s that the header names', (label, text) => {
    expect(decodeText(encode(text, label), `text/html; charset=${label}`)).toBe(text);
  });

  test.each(TEXTS)('from %s that the page itself names', (label, text) => {
    const html = Buffer.concat([Buffer.from(`<meta charset="${label}"><p>`), encode(text, label)]);
    expect(decodeText(html, 'text/html')).toContain(text);
  });

  test.each(TEXTS)('as a text from %s', (label, text) => {
    expect(pageKind(`text/plain; charset=${label}`, encode(text, label))).toBe('text');
  });

  test.each([
    ['utf-8', Buffer.from([0xef, 0xbb, 0xbf, ...Buffer.from(page('Grüße'))])],
    ['utf-16le', Buffer.from(`\ufeff${page('Grüße')}`, 'utf16le')],
    ['utf-16be', Buffer.from(`\ufeff${page('Grüße')}`, 'utf16le').swap16()],
  ])('by its byte order mark as %s, whatever the header says', (_label, body) => {
    expect(decodeText(body, 'text/html; charset=windows-1251')).toContain('<p>Grüße</p>');
  });

  test.each([
    ['little', Buffer.from(page('Grüße'), 'utf16le')],
    ['big', Buffer.from(page('Grüße'), 'utf16le').swap16()],
  ])('from UTF-16 without any mark, %s end first', (_end, body) => {
    expect(decodeText(body, 'text/html')).toContain('<p>Grüße</p>');
  });

  test('as UTF-8 if nothing is said and it is valid', () => {
    expect(decodeText(Buffer.from('Žluťoučký kůň'), '')).toBe('Žluťoučký kůň');
  });

  test('as UTF-8 if a server adds its default label to it', () => {
    expect(decodeText(Buffer.from('naïve – “yes”'), 'text/html; charset=ISO-8859-1')).toBe('naïve – “yes”');
  });

  test('by what it looks like if nothing is said and it is not UTF-8', () => {
    const text = 'Река встретила нас туманом, и говорить было холодно, потому что костёр никак не хотел разгораться.';
    expect(decodeText(encode(text, 'windows-1251'), 'text/html')).toBe(text);
  });

  // Of iso-8859-2, the letters that windows-1250 writes with other bytes are ą ľ ś š ť ź ž Ą Ľ Ś Š Ť Ź Ž.
  test.each([
    [
      'iso-8859-2',
      'Kolejka na szczyt wróci po remoncie. Mieszkańcy czekali na tę wiadomość od miesięcy, a prace są już opłacone.',
    ],
    [
      'iso-8859-2',
      'Město letos otevře novou lávku přes řeku a obyvatelé se těší, že se dostanou do centra rychleji než dosud.',
    ],
    [
      'iso-8859-2',
      'Mesto otvorí novú lávku cez rieku a obyvatelia sa tešia, že sa do centra dostanú rýchlejšie. Dážď ich nezdrží, ťažko povedať.',
    ],
    [
      'iso-8859-2',
      'Grad će otvoriti novi most preko rijeke, a građani se vesele što će brže stizati u središte. Kiša ne može poremetiti plan.',
    ],
    [
      'iso-8859-2',
      'Mesto bo letos odprlo novo brv čez reko, prebivalci pa se veselijo, da bodo hitreje prišli v središče, če dež ne bo zmotil načrta. Župan je obljubil več.',
    ],
    [
      'windows-1250',
      'Příliš žluťoučký kůň úpěl ďábelské ódy. Město letos otevře novou lávku přes řeku a obyvatelé se těší, že se dostanou do centra rychleji než dosud.',
    ],
    ['windows-1251', 'Мэр сказал, что работы закончатся в октябре. Жители радуются новому мосту.'],
    ['koi8-r', 'Мэр сказал, что работы закончатся в октябре. Жители радуются новому мосту.'],
    ['iso-8859-7', 'Ο δήμαρχος είπε ότι οι εργασίες θα τελειώσουν τον Οκτώβριο.'],
    ['windows-1255', 'ראש העיר אמר שהעבודות יסתיימו באוקטובר. התושבים שמחים על הגשר החדש.'],
    ['windows-1256', 'قال رئيس البلدية إن الأعمال ستنتهي في أكتوبر. والسكان سعداء بالجسر الجديد.'],
    ['windows-1252', 'Le maire a déclaré que les travaux seraient achevés en octobre, même si la rue l’a mal pris.'],
    [
      'windows-1252',
      'Der Bürgermeister sagte, die Arbeiten würden im Oktober fertig. Die Bewohner freuen sich über die Brücke.',
    ],
    ['shift_jis', '市長は工事が十月に終わると述べた。住民は新しい橋を喜んでいる。'],
    ['gbk', '市长说工程将在十月完工。居民们对新桥感到高兴。'],
  ])('from %s that nobody names, among English tags: %s', (label, text) => {
    const menu =
      '<div class="content"><ul><li><a href="/index.html">Home</a></li></ul><script>document.getElementById("menu")</script><p>';
    const html = Buffer.concat([
      Buffer.from(`<html><body>${menu}`),
      encode(text, label),
      Buffer.from('</p></body></html>'),
    ]);
    expect(decodeText(html, 'text/html')).toContain(`<p>${text}</p>`);
    expect(pageKind('', html)).toBe('html');
  });

  test('as declared even with a broken byte in it', () => {
    const body = Buffer.concat([Buffer.from('Grüße aus Köln und Düsseldorf, schöne Grüße'), Buffer.from([0xff])]);
    expect(decodeText(body, 'text/html; charset=utf-8')).toContain('Grüße aus Köln');
  });

  test('otherwise if it is not what it is declared to be', () => {
    const text = 'Съешь же ещё этих мягких французских булок, да выпей чаю';
    const html = Buffer.concat([Buffer.from('<meta charset="windows-1251">'), encode(text, 'windows-1251')]);
    expect(decodeText(html, 'text/html; charset=utf-8')).toContain(text);
  });

  test.each(['nonsense', 'x-user-defined-2', '', 'utf-7', 'iso-8859-99'])(
    'in spite of the unknown label %j',
    (label) => {
      expect(decodeText(Buffer.from('Grüße'), `text/html; charset=${label}`)).toBe('Grüße');
    },
  );

  test('if it is empty', () => {
    expect(decodeText(new Uint8Array(), 'text/html')).toBe('');
  });
});

import { describe, expect, test } from 'vitest';
import { instantQuery } from '../../lib/answers/answer.ts';
import { ip } from '../../lib/answers/kinds/ip/ip.ts';
import { useragent } from '../../lib/answers/kinds/useragent/useragent.ts';
import { SCORER_AGENT } from './judges.ts';
import { answers, staysSilent } from './tables.ts';

async function from(address: string) {
  const query = instantQuery({ q: 'my ip', lang: '', tz: 'UTC', now: 0, ip: address, userAgent: '' });
  return (await ip.claim(query)?.answer())?.data;
}

describe('the caller’s own address', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9', '4', 'reserved'],
    ['::ffff:8.8.8.8', '8.8.8.8', '4', 'public'],
    ['2001:4860:4860:0::8888', '2001:4860:4860::8888', '6', 'public'],
    ['10.0.0.7', '10.0.0.7', '4', 'private'],
    ['fd00::1', 'fd00::1', '6', 'private'],
    ['::1', '::1', '6', 'loopback'],
  ])('%s', async (address, shown, version, scope) => {
    expect(await from(address)).toMatchObject({ ip: shown, version, scope, value: shown });
  });

  test('has no answer when it is unknown', async () => {
    expect(await from('')).toBeUndefined();
    expect(await from('unknown')).toBeUndefined();
  });
});

answers('ip', [
  ['whois 8.8.8.8', '8.8.8.8'],
  ['8.8.8.8 lookup', '8.8.8.8'],
  ['whois lookup 8.8.8.8', '8.8.8.8'],
  ['reverse lookup 8.8.8.8', '8.8.8.8'],
  ['trace ip 8.8.8.8', '8.8.8.8'],
  ['ip lookup 2001:4860:4860:0::8888', '2001:4860:4860::8888'],
]);

test('the answer contains the reverse DNS name', async () => {
  expect(await from('8.8.4.4')).toMatchObject({ reverse: '4.4.8.8.in-addr.arpa' });
  expect(await from('2001:db8::1')).toMatchObject({ reverse: `1.${'0.'.repeat(23)}8.b.d.0.1.0.0.2.ip6.arpa` });
});

answers(
  'ip',
  [
    ...['whatismyip', 'whatsmyip'],
    ...[
      'my ip',
      'myip',
      'check my ip',
      'lookup my ip',
      'what ip address do i have',
      'meine ip-adresse',
      'quelle est mon adresse ip',
    ],
    ...['cuál es mi ip', 'il mio indirizzo ip', 'qual é o meu ip', 'wat is mijn ip adres'],
  ].map((q) => [q, '127.0.0.1']),
);
answers(
  'useragent',
  ['my user agent', 'mein user agent', 'what browser am i using', 'what user agent am i using'].map((q) => [
    q,
    SCORER_AGENT,
  ]),
);

staysSilent('ip', [
  'ip address lookup',
  'whois 300.1.1.1',
  'whois example.com',
  '8.8.8.8',
  'router ip address',
  'my ip camera',
  'my local ip',
  'find ip',
  'what is ip',
  'my ip location',
]);
staysSilent('useragent', ['what is a user agent', 'user agent switcher', 'user']);

test('both kinds are personal', () => {
  expect([ip.personal, useragent.personal]).toEqual([true, true]);
});

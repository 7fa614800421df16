import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readDeliveries } from '../../../../lib/webhooks/delivery-log.ts';
import { enqueueDelivery } from '../../../../lib/webhooks/enqueue-delivery.ts';
import { redisForSuite } from '../../../harness/redis.ts';
import { startMailServer } from '../../../harness/smtp.ts';
import { letTimePass, sendAll, testEndpoint, testSecret, webhookSenders } from '../../../harness/webhooks.ts';

const redis = await redisForSuite();
const { senderOn } = webhookSenders();
const mails = await startMailServer();
const { got } = mails;
afterAll(() => mails.close());

const SMTP = { SMTP_URL: mails.url, SMTP_FROM: 'Tributary <tributary@example.org>' };
const sender = senderOn(redis, SMTP);
const alert = {
  phase: 'began',
  id: 'engine_failing:Brave',
  kind: 'engine_failing',
  subject: 'Brave <b>',
  account: null,
  since: '2026-11-18T20:15:00.000Z',
  until: null,
  facts: { error: 'timed out', code: 'timeout' },
};

beforeEach(async () => {
  await redis.flushdb();
  got.length = 0;
  mails.isRefusing = false;
});

async function mailTo(language: string, type = 'alert.began', data: object = alert) {
  const { endpoint } = await testEndpoint(redis, 'ops@example.com', { kind: 'mail', language });
  await enqueueDelivery(redis, testSecret, { endpoint: endpoint.id, stream: endpoint.id, type, data: { ...data } });
  return endpoint;
}

/** The decoded parts of a mail. */
function partsOf(text: string): string {
  return text
    .replaceAll('=\r\n', '')
    .replaceAll('\r\n ', ' ')
    .replaceAll(/((?:=[0-9A-F]{2})+)/g, (_all, hex: string) =>
      Buffer.from(hex.replaceAll('=', ''), 'hex').toString('utf8'),
    );
}

it('a mail with the code for an address says what it is for, and that nothing else follows', async () => {
  await mailTo('en', 'address.code', { code: '123 456 7890' });
  await mailTo('de', 'address.code', { code: '123 456 7890' });
  await sendAll(sender);
  const [english, german] = got.map(({ text }) => partsOf(text));
  for (const text of [english, german]) expect(text).toContain('123 456 7890');
  expect(english).toContain('Subject: Confirm your mail address');
  expect(english).toContain('https://search.example.org/settings/sessions');
  expect(german).toContain('Es folgt keine weitere');
});

describe('mail about an alert', () => {
  it('has a text and a page in English', async () => {
    const endpoint = await mailTo('en');
    await sendAll(sender);
    const [mail] = got;
    expect(mail).toMatchObject({ from: 'tributary@example.org', to: ['ops@example.com'] });
    const text = partsOf(mail?.text ?? '');
    expect(text).toContain('Subject: Alert: Brave <b> has been failing for more than ten minutes: no answer in time.');
    expect(text).toContain('Auto-Submitted: auto-generated');
    expect(text).toContain('Look at its last errors on the Engines page.');
    expect(text).toContain('Since 18 Nov 2026, 20:15 UTC');
    expect(text).toContain('https://search.example.org/admin/alerts');
    expect(text).toContain('<p>Brave &lt;b&gt; has been failing');
    expect(await readDeliveries(redis, endpoint.id, 1)).toMatchObject([{ state: 'delivered', status: 250 }]);
  });

  it('has them in German, and says when it is over', async () => {
    await mailTo('de', 'alert.ended', { ...alert, phase: 'ended', until: '2026-11-18T20:45:00.000Z' });
    await sendAll(sender);
    const text = partsOf(got[0]?.text ?? '');
    expect(text).toContain('Es ist vorbei:');
    expect(text).toContain('Brave <b> antwortet seit mehr als zehn Minuten nicht richtig: keine rechtzeitige Antwort.');
    expect(text).toContain('Bis 18.11.2026, 20:45 UTC');
    expect(text).toContain('<html lang="de">');
    expect(text).not.toContain('timed out');
  });

  it('writes numbers and days as its readers do', async () => {
    const about = { subject: 'engine_a', facts: { name: 'Brave', period: 'month', used: 1_640, limit: 2_000 } };
    await mailTo('de', 'alert.began', { ...alert, ...about, kind: 'budget_80' });
    const facts = { ends_at: '2026-12-01T00:00:00.000Z' };
    await mailTo('de', 'alert.began', { ...alert, kind: 'key_ends', subject: 'trib_abc', account: 'ada', facts });
    await sendAll(sender);
    const texts = got.map((mail) => partsOf(mail.text)).join();
    expect(texts).toContain('1.640 von 2.000 Einheiten für Brave (engine_a) diesen Monat');
    expect(texts).toContain('Der Schlüssel trib_abc von ada läuft am 01.12.2026 ab.');
  });

  it('leads its readers to a page that they may see', async () => {
    const data = { ...alert, kind: 'key_ends', account: 'crew', facts: { ends_at: '2026-12-01T00:00:00.000Z' } };
    const { endpoint } = await testEndpoint(redis, 'ada@example.com', { kind: 'mail', language: 'en', owner: 'ada' });
    for (const account of ['ada', 'crew'])
      await enqueueDelivery(redis, testSecret, {
        ...{ endpoint: endpoint.id, stream: endpoint.id, type: 'alert.began' },
        data: { ...data, account },
      });
    await sendAll(sender);
    expect(got.map(({ text }) => /More: .*example\.org(\S+)/.exec(partsOf(text))?.[1])).toEqual([
      '/settings/api-keys',
      '/settings/teams',
    ]);
  });

  it('that its server refuses is sent again, as the same mail', async () => {
    mails.isRefusing = true;
    const endpoint = await mailTo('en', 'alert.test');
    await sendAll(sender);
    expect(await readDeliveries(redis, endpoint.id, 1)).toMatchObject([{ state: 'waiting', tries: 1, status: 452 }]);
    mails.isRefusing = false;
    await letTimePass(redis, endpoint.id);
    await sendAll(sender);
    expect(got).toHaveLength(1);
    const [{ id } = { id: '' }] = await readDeliveries(redis, endpoint.id, 1);
    expect(got[0]?.text).toContain(`Message-ID: <${id}@tributary>`);
  });

  it('waits for a server if none is set', async () => {
    const endpoint = await mailTo('en', 'alert.test');
    await sendAll(senderOn(redis, {}));
    expect(await readDeliveries(redis, endpoint.id, 1)).toMatchObject([
      { state: 'waiting', error: 'no mail server is set: SMTP_URL' },
    ]);
  });
});

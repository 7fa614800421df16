import { z } from 'zod';
import { escapeHtml } from '../pages/escape-html.ts';
import type { Endpoint } from '../webhooks/endpoint.ts';
import { ADDRESS_CODE } from '../webhooks/own-address.ts';
import { type Alert, alertKinds } from './alert.ts';
import { alertTexts } from './texts/alert-texts.ts';
import type { AlertWords } from './texts/alert-words.ts';

/** A mail, as its reader sees it. */
export interface Mail {
  subject: string;
  text: string;
  html: string;
}

/** An alert as it is delivered. */
const delivered = z.object({
  phase: z.enum(['began', 'ended']),
  id: z.string(),
  kind: z.enum(alertKinds),
  subject: z.string(),
  account: z.string().nullable(),
  since: z.iso.datetime(),
  until: z.iso.datetime().nullable(),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** What confirms an address. */
const addressed = z.object({ code: z.string() });

/** The type of the delivery that a test button makes. */
export const ALERT_TEST = 'alert.test';

/** Whom a mail is for: `owner` is the account that its address belongs to, empty for the instance. */
type MailReader = Pick<Endpoint, 'language' | 'owner'>;

/** The mail about an alert, or the test of one. `publicUrl` is the address of this instance; empty if it is not known. */
export function alertMail(type: string, data: unknown, { language, owner }: MailReader, publicUrl: string): Mail {
  const words = alertTexts(language);
  if (type === ALERT_TEST) return mailOf(words.test.subject, [words.test.line], [], [words.why], language);
  if (type === ADDRESS_CODE) {
    const { subject, line, why } = words.code;
    return mailOf(
      subject,
      [line(addressed.parse(data).code)],
      linkTo(words, publicUrl, '/settings/sessions'),
      [why],
      language,
    );
  }
  const { phase, since, until, ...alert } = delivered.parse(data);
  const line = words.line({ ...alert, since: Date.parse(since), until: until === null ? null : Date.parse(until) });
  const advice = words.advice({ ...alert, since: 0, until: null });
  const hasEnded = phase === 'ended';
  // What happens at once has no end to tell.
  const isEvent = until === since;
  const times = [
    `${words.since} ${words.time(since)}`,
    ...(until === null || isEvent ? [] : [`${words.until} ${words.time(until)}`]),
  ];
  const more = linkTo(words, publicUrl, placeFor(owner, alert));
  const lead = isEvent ? [] : [hasEnded ? words.ended : words.began];
  const about = hasEnded ? [line, ...times] : [line, advice, ...times];
  return mailOf(words.subject(line, hasEnded), [...lead, ...about], more, [words.why], language);
}

function linkTo({ more }: AlertWords, publicUrl: string, path: string): string[] {
  return publicUrl === '' ? [] : [`${more}: ${publicUrl}${path}`];
}

/** A page that whoever reads the mail may see. */
function placeFor(owner: string, { kind, account }: Pick<Alert, 'kind' | 'account'>): string {
  if (kind === 'new_device') return '/settings/sessions';
  if (owner === '') return '/admin/alerts';
  return owner === account ? '/settings/api-keys' : '/settings/teams';
}

function mailOf(
  subject: string,
  lines: readonly string[],
  more: readonly string[],
  foot: readonly string[],
  language: string,
): Mail {
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n');
  const links = more.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n');
  const note = foot.map((line) => `<p><small>${escapeHtml(line)}</small></p>`).join('\n');
  return {
    subject,
    text: `${[...lines, ...more].join('\n\n')}\n\n-- \n${foot.join('\n')}\n`,
    html: `<!doctype html>\n<html lang="${language}">\n<body>\n${paragraphs}\n${links}\n${note}\n</body>\n</html>\n`,
  };
}

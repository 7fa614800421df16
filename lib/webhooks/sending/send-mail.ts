import type { Transporter } from 'nodemailer';
import { alertMail } from '../../alerts/alert-mail.ts';
import type { MailConfig } from '../../config/config-mail.ts';
import { until } from '../../net/ending.ts';
import { tooLate } from '../../net/page-failure.ts';
import type { Send } from './webhook-sender.ts';

const CONNECT_MS = 5_000;
const SILENT_MS = 8_000;
const MAX_ERROR_CHARS = 200;

/**
 * Sends mail through the operator's server, which may be in a private network: its address is a setting, and nobody else
 * can choose it.
 */
export function mailSender({ smtpUrl, from }: MailConfig, publicUrl: string): Send {
  let transport: Promise<Transporter> | undefined;
  return async ({ delivery, endpoint, data, signal }) => {
    if (smtpUrl === '') return failed('no mail server is set: SMTP_URL');
    transport ??= connect(smtpUrl);
    const mail = {
      ...alertMail(delivery.type, data, endpoint, publicUrl),
      from,
      to: endpoint.target,
      // The same for every try, so that a mail that came twice is one.
      messageId: `<${delivery.id}@tributary>`,
      // Nobody's automatic reply is wanted.
      headers: { 'Auto-Submitted': 'auto-generated' },
    };
    try {
      await until(signal, (await transport).sendMail(mail), tooLate);
      return { isDelivered: true, status: 250 };
    } catch (error) {
      // In the words of the server, to which the settings lead: the log of deliveries shows them.
      const { responseCode, message } = error as Error & { responseCode?: number };
      return { ...failed(message.slice(0, MAX_ERROR_CHARS)), status: responseCode ?? null };
    }
  };
}

const failed = (error: string) => ({ isDelivered: false, status: null, error, isGone: false, askedMs: 0 }) as const;

/** The library is loaded with the first mail: most instances send none. */
async function connect(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
    // What is in a mail comes from here, never from a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

import { z } from 'zod';
import type { ReadSetting } from './settings-reader.ts';

/** How mail is sent. */
export interface MailConfig {
  /** The server, with user and password if it asks for them; empty if no mail is sent. */
  smtpUrl: string;
  /** The sender: an address, or a name with an address. */
  from: string;
}

const smtpAddress = z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' });
const MAILBOX = /^[^\s@<>]+@[^\s@<>]+$/;
const sender = z
  .string()
  .max(200)
  .refine((text) => MAILBOX.test(/^[^<>\r\n]*<([^<>]+)>$/.exec(text)?.[1] ?? text), {
    error: 'must be an address, such as tributary@example.org or Tributary <tributary@example.org>',
  });

/** Reads the settings for mail. */
export function readMail(read: ReadSetting, problems: string[]): MailConfig {
  const smtpUrl = read('SMTP_URL', smtpAddress, '');
  const from = read('SMTP_FROM', sender, '');
  if (smtpUrl !== '' && from === '') problems.push('SMTP_FROM: must be set with SMTP_URL');
  return { smtpUrl, from };
}

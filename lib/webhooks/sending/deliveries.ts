import type { Config } from '../../config/config.ts';
import type { InstanceSecret } from '../../instance-secret.ts';
import type { ErrorReporter } from '../../log/error-reporter.ts';
import { hostLookup } from '../../net/host-lookup.ts';
import { userAgent } from '../../providers/provider.ts';
import type { Redis } from '../../redis/redis.ts';
import type { RedisClock } from '../../redis/redis-clock.ts';
import { eventBody } from '../event-body.ts';
import { postEvent } from './post-event.ts';
import { mailSender } from './send-mail.ts';
import { WebhookSender } from './webhook-sender.ts';

/** Creates what delivers webhooks, within the rules for addresses that pages are read by, and mail. */
export function createDeliveries(
  { extract, contact, mail, publicUrl }: Pick<Config, 'extract' | 'contact' | 'mail' | 'publicUrl'>,
  shared: {
    redis: Redis;
    secret: Pick<InstanceSecret, 'loadAll'>;
    clock: Pick<RedisClock, 'now'>;
    errors: ErrorReporter;
    timeoutMs?: number;
  },
): WebhookSender {
  const guard = { rules: extract, lookup: hostLookup(extract.allow) };
  const settings = { guard, userAgent: userAgent(contact) };
  return new WebhookSender({
    ...shared,
    send: {
      webhook: ({ delivery, endpoint, secret, data, timeoutMs, signal }) => {
        const body = eventBody(endpoint.form, delivery, data);
        const post = {
          url: endpoint.target,
          id: delivery.id,
          secret,
          form: endpoint.form,
          body,
          now: shared.clock.now(),
        };
        return postEvent(post, { ...settings, timeoutMs, signal });
      },
      mail: mailSender(mail, publicUrl),
    },
  });
}

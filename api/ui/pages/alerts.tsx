import { z } from 'zod';
import { firstSent } from '../../../lib/accounts/sent-forms.ts';
import { ALERT_TEST } from '../../../lib/alerts/alert-mail.ts';
import { alertLanguages } from '../../../lib/alerts/texts/alert-texts.ts';
import { writeEntry } from '../../../lib/audit/audit-entry.ts';
import { readDelivery } from '../../../lib/webhooks/delivery-log.ts';
import { addressProblem, type Endpoint, reachProblem } from '../../../lib/webhooks/endpoint.ts';
import {
  createEndpoint,
  deleteEndpoint,
  readEndpoint,
  setEndpointState,
} from '../../../lib/webhooks/endpoint-store.ts';
import { enqueueDelivery, sendAgain } from '../../../lib/webhooks/enqueue-delivery.ts';
import { alertsPage } from '../alerts/alerts-page.tsx';
import { ALERTS, endpointPath } from '../alerts/paths.ts';
import { CsrfField } from '../csrf-field.tsx';
import { noticeOf } from '../notices.ts';
import { Page } from '../page.tsx';
import { PageError } from '../page-error.ts';
import { definePage, fieldText, type PageContext, Redirect, signedIn } from '../page-route.ts';
import { pageSource } from '../page-source.ts';
import { textsFor } from '../texts/language.ts';

const show = definePage({
  method: 'GET',
  path: ALERTS,
  for: 'administrator',
  input: z.object({ done: fieldText }),
  handle: (context) =>
    alertsPage(context, { notice: noticeOf(textsFor(context.request).alerts.done, context.input.done) }),
});

const id = z.string().regex(/^[a-z]+_[0-9a-f]{24,32}$/);

const addWebhook = definePage({
  method: 'POST',
  path: `${ALERTS}/webhooks`,
  for: 'administrator',
  input: z.strictObject({
    csrf: z.string(),
    url: z.string(),
    /** Identifies the form: a reload must not make another webhook. */
    form: z.string().regex(/^[\w-]{22}$/),
  }),
  // Whoever gets alerts learns how the instance is.
  confirms: true,
  async handle(context) {
    const { services, request, reply, input } = context;
    const session = signedIn(context);
    const texts = textsFor(request).alerts;
    const target = input.url.trim();
    const refused = (problem: string) => {
      reply.code(400);
      return alertsPage(context, { url: { typed: input.url, problem } });
    };
    if (addressProblem(target) !== null) return refused(texts.badUrl);
    if (reachProblem(target, services.config.extract) !== null) return refused(texts.unreachableUrl);
    if (!(await firstSent(services.redis, session, input.form))) return new Redirect(`${ALERTS}?done=sent`);
    const wanted = { kind: 'webhook', target, events: [], owner: '', madeBy: session.username } as const;
    // Not the whole address: those of many services are secrets.
    const action = { action: 'webhook created', after: { host: new URL(target).host } } as const;
    const { secret } = await createEndpoint(services.records, services.secret, pageSource(context), wanted, action);
    return alertsPage(context, { secret, notice: { kind: 'done', text: texts.created } });
  },
});

const mailAddress = z.email().max(254);

const addMail = definePage({
  method: 'POST',
  path: `${ALERTS}/mail`,
  for: 'administrator',
  input: z.strictObject({ csrf: z.string(), address: z.string(), language: z.enum(alertLanguages) }),
  confirms: true,
  async handle(context) {
    const { services, request, reply, input } = context;
    const given = mailAddress.safeParse(input.address.trim());
    if (!given.success) {
      reply.code(400);
      const problem = textsFor(request).alerts.badMail;
      return alertsPage(context, { mail: { typed: input.address, problem } });
    }
    const madeBy = signedIn(context).username;
    const wanted = {
      kind: 'mail',
      target: given.data,
      events: [],
      owner: '',
      madeBy,
      language: input.language,
    } as const;
    await createEndpoint(services.records, services.secret, pageSource(context), wanted, {
      action: 'alert address set',
    });
    return new Redirect(`${ALERTS}?done=added`);
  },
});

/** An endpoint of the instance: those of accounts are their own. */
async function endpointIn(context: PageContext<unknown>, endpoint: string): Promise<Endpoint | null> {
  const found = await readEndpoint(context.services.redis, endpoint);
  return found?.owner === '' ? found : null;
}

const changeEndpoint = definePage({
  method: 'POST',
  path: `${ALERTS}/endpoint`,
  for: 'administrator',
  input: z.strictObject({ csrf: z.string(), id, action: z.enum(['test', 'pause', 'resume']) }),
  async handle(context) {
    const { services, input } = context;
    const endpoint = await endpointIn(context, input.id);
    if (!endpoint) return new Redirect(`${ALERTS}?done=gone`);
    const source = pageSource(context);
    if (input.action === 'test') {
      await writeEntry(services.records, source, { action: 'webhook tested', target: endpoint.id });
      const delivery = { endpoint: endpoint.id, stream: endpoint.id, type: ALERT_TEST, data: {} };
      await enqueueDelivery(services.redis, services.secret, delivery);
      return new Redirect(`${ALERTS}?done=tested`);
    }
    await setEndpointState(services.records, source, endpoint, input.action === 'pause' ? 'paused' : 'active');
    return new Redirect(`${ALERTS}?done=${input.action}d`);
  },
});

const endpointParams = z.object({ id });

async function endpointInPath(context: PageContext<unknown>): Promise<Endpoint> {
  const params = endpointParams.safeParse(context.request.params);
  const endpoint = params.success ? await endpointIn(context, params.data.id) : null;
  if (!endpoint) throw new PageError(404, ({ noPage }) => noPage);
  return endpoint;
}

const askToDelete = definePage({
  method: 'GET',
  path: `${ALERTS}/endpoints/:id/delete`,
  for: 'administrator',
  input: z.object({}),
  async handle(context) {
    const session = signedIn(context);
    const endpoint = await endpointInPath(context);
    const texts = textsFor(context.request).alerts;
    return (
      <Page title={texts.removeTitle} session={session} path={ALERTS}>
        <h1 class="wrap">{texts.removeHeading(endpoint.target)}</h1>
        <p>{texts.removeNote}</p>
        <form method="post" action={endpointPath(endpoint, 'delete')} class="row">
          <CsrfField session={session} />
          <button class="danger" type="submit">
            {texts.remove}
          </button>
          <a class="button quiet" href={ALERTS}>
            {texts.keep}
          </a>
        </form>
      </Page>
    );
  },
});

const remove = definePage({
  method: 'POST',
  path: `${ALERTS}/endpoints/:id/delete`,
  for: 'administrator',
  input: z.strictObject({ csrf: z.string() }),
  async handle(context) {
    const endpoint = await endpointInPath(context);
    const action = endpoint.kind === 'mail' ? 'alert address removed' : 'webhook deleted';
    await deleteEndpoint(context.services.records, pageSource(context), endpoint, { action, target: endpoint.id });
    return new Redirect(`${ALERTS}?done=removed`);
  },
});

const again = definePage({
  method: 'POST',
  path: `${ALERTS}/again`,
  for: 'administrator',
  input: z.strictObject({ csrf: z.string(), id }),
  async handle(context) {
    const { services, input } = context;
    const delivery = await readDelivery(services.redis, input.id);
    const endpoint = delivery && (await endpointIn(context, delivery.endpoint));
    if (!delivery || !endpoint) return new Redirect(`${ALERTS}?done=notAgain`);
    await writeEntry(services.records, pageSource(context), { action: 'webhook sent again', target: endpoint.id });
    const isSent = await sendAgain(services.redis, delivery);
    return new Redirect(`${ALERTS}?done=${isSent ? 'again' : 'notAgain'}`);
  },
});

export const alertPages = [show, addWebhook, addMail, changeEndpoint, askToDelete, remove, again];

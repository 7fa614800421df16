import type { VNode } from 'preact';
import { newFormId } from '../../../lib/accounts/sent-forms.ts';
import { readAlertHistory, readOpenAlerts } from '../../../lib/alerts/alert-store.ts';
import { alertLanguages } from '../../../lib/alerts/texts/alert-texts.ts';
import { readDeliveries } from '../../../lib/webhooks/delivery-log.ts';
import { listEndpoints } from '../../../lib/webhooks/endpoint-store.ts';
import { CopyButton } from '../code-samples.tsx';
import { CsrfField } from '../csrf-field.tsx';
import { Field } from '../form-field.tsx';
import { InlineText } from '../inline-text.tsx';
import { type Notice, Page } from '../page.tsx';
import { type PageContext, signedIn } from '../page-route.ts';
import { languageOf, textsFor } from '../texts/language.ts';
import { AlertTable } from './alert-table.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { EndpointTable } from './endpoint-table.tsx';
import { ALERTS } from './paths.ts';

interface View {
  notice?: Notice | undefined;
  /** The secret of the webhook that was just made. */
  secret?: string;
  /** What was typed into a form that was refused, and why. */
  url?: { typed: string; problem: string };
  mail?: { typed: string; problem: string };
}

const SHOWN = 50;
/** Each in itself. */
const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;

/** The page about alerts: what is open, what was, where alerts go, and what became of each delivery. */
export async function alertsPage(context: PageContext<unknown>, { notice, secret, url, mail }: View): Promise<VNode> {
  const session = signedIn(context);
  const { redis, config } = context.services;
  const [open, ended, endpoints] = await Promise.all([
    readOpenAlerts(redis),
    readAlertHistory(redis, SHOWN),
    listEndpoints(redis, ''),
  ]);
  const logs = await Promise.all(
    endpoints.map(async (to) => (await readDeliveries(redis, to.id, SHOWN)).map((one) => ({ ...one, to }))),
  );
  const deliveries = logs
    .flat()
    .sort((one, other) => other.madeAt - one.madeAt)
    .slice(0, SHOWN);
  const texts = textsFor(context.request).alerts;
  const [webhooks, people] = [endpoints.filter(isWebhook), endpoints.filter((one) => !isWebhook(one))];
  return (
    <Page title={texts.title} session={session} path={ALERTS} notice={notice} wide>
      <h1>{texts.title}</h1>
      {secret && (
        <section class="card fresh" aria-label={texts.secretTitle}>
          <h2>{texts.secretTitle}</h2>
          <p>{texts.secretNote}</p>
          <p class="row">
            <code id="new-secret" class="key">
              {secret}
            </code>
            <CopyButton of="new-secret" />
          </p>
        </section>
      )}
      <p>{texts.intro}</p>
      <h2>{texts.open}</h2>
      {open.length > 0 ? <AlertTable label={texts.open} alerts={open} /> : <p class="empty">{texts.noneOpen}</p>}
      <h2>{texts.history}</h2>
      {ended.length > 0 ? (
        <AlertTable label={texts.history} alerts={ended} haveEnded />
      ) : (
        <p class="empty">{texts.noneEnded}</p>
      )}
      <h2>{texts.webhooks}</h2>
      <p>
        <InlineText text={texts.webhooksIntro} />
      </p>
      <EndpointTable label={texts.webhooks} empty={texts.noWebhooks} endpoints={webhooks} session={session} />
      <form method="post" action={`${ALERTS}/webhooks`} class="stack">
        <CsrfField session={session} />
        <input type="hidden" name="form" value={newFormId()} />
        <Field
          name="url"
          label={texts.url}
          value={url?.typed ?? ''}
          placeholder="https://example.org/hooks"
          maxlength={2_000}
          required
          problems={url && [url.problem]}
        />
        <button type="submit">{texts.addWebhook}</button>
      </form>
      <h2>{texts.mail}</h2>
      <p>
        <InlineText text={config.mail.smtpUrl === '' ? texts.noMailServer : texts.mailIntro} />
      </p>
      <EndpointTable label={texts.mail} empty={texts.noMail} endpoints={people} session={session} />
      <form method="post" action={`${ALERTS}/mail`} class="stack">
        <CsrfField session={session} />
        <Field
          name="address"
          label={texts.mailAddress}
          value={mail?.typed ?? ''}
          placeholder="ada@example.org"
          maxlength={254}
          required
          problems={mail && [mail.problem]}
        />
        <label>
          {texts.language}
          <select name="language">
            {alertLanguages.map((language) => (
              <option key={language} value={language} selected={language === languageOf(context.request)}>
                {LANGUAGES[language]}
              </option>
            ))}
          </select>
        </label>
        <button type="submit">{texts.addAddress}</button>
      </form>
      <h2>{texts.log}</h2>
      <p>{texts.logIntro}</p>
      {deliveries.length > 0 ? (
        <DeliveryTable deliveries={deliveries} session={session} />
      ) : (
        <p class="empty">{texts.noneSent}</p>
      )}
    </Page>
  );
}

const isWebhook = ({ kind }: { kind: string }) => kind === 'webhook';

import type { VNode } from 'preact';
import { z } from 'zod';
import { signIn } from '../../../lib/accounts/sign-in.ts';
import { writeEntry } from '../../../lib/audit/audit-entry.ts';
import { type FlowOf, readFlow } from '../../../lib/sso/flows.ts';
import { providerName } from '../../../lib/sso/provider.ts';
import { createAccount, linkAccount, type Offer, offerTo } from '../../../lib/sso/sign-in.ts';
import { PasswordField, UsernameField } from '../credential-fields.tsx';
import { readDeviceCookie } from '../device-cookie.ts';
import { problem, problemsIn } from '../notices.ts';
import { type Notice, Page } from '../page.tsx';
import { definePage, fieldText, type PageContext, type Redirect } from '../page-route.ts';
import { pageSource } from '../page-source.ts';
import { useTexts } from '../rendering.tsx';
import { CodeField } from '../security/code-field.tsx';
import { guessCode } from '../security/code-guess.ts';
import { readSsoCookie } from '../sso-cookie.ts';
import { textsFor } from '../texts/language.ts';
import { tooManyGuesses } from '../too-many-guesses.ts';
import { failurePage, oidcOf, receive, singleSignOn, ssoSource } from './single-sign-on.tsx';

const PATH = '/login/sso/link';

interface LinkProps {
  provider: string;
  flow: string;
  offer: Offer;
  username: string;
  /** Whether the second factor of the account is asked for as well: its password was right. */
  asksCode: boolean;
  notice?: Notice | undefined;
}

/** Asks somebody who has signed in at the provider, but has no account here, for theirs. */
function LinkPage({ provider, flow, offer, username, asksCode, notice }: LinkProps): VNode {
  const { singleSignOn, secondFactor } = useTexts();
  const texts = singleSignOn.link;
  return (
    <Page title={texts.title} session={null} path={PATH} notice={notice}>
      <h1>{texts.title}</h1>
      <p>{texts.known(provider)}</p>
      <p class="wrap">{offer.isTaken ? texts.taken(offer.username) : texts.own}</p>
      <form method="post" action={PATH} class="stack">
        <input type="hidden" name="flow" value={flow} />
        <UsernameField username={username} />
        <PasswordField label={texts.password} isNext={username !== ''} problems={asksCode ? [] : problemsIn(notice)} />
        {asksCode && <CodeField name="code" label={secondFactor.code} isNext={false} problems={problemsIn(notice)} />}
        <button type="submit">{texts.send}</button>
      </form>
      <p>{offer.newName === null ? texts.closed : texts.fresh}</p>
      {offer.newName !== null && (
        <form method="post" action={PATH} class="stack">
          <input type="hidden" name="flow" value={flow} />
          <input type="hidden" name="create" value="1" />
          <button type="submit" class="quiet wrap">
            {texts.create(offer.newName)}
          </button>
        </form>
      )}
    </Page>
  );
}

type LinkContext = PageContext<{ flow: string }>;

function flowOf({ input, services, request }: LinkContext, how: 'take' | 'look') {
  return readFlow(services, readSsoCookie(request), input.flow, 'known', how);
}

async function linkPage(
  context: LinkContext,
  { identity }: FlowOf<'known'>,
  typed?: string,
  notice?: Notice,
  asksCode = false,
) {
  const offer = await offerTo(singleSignOn(context), identity.claims);
  const username = typed ?? (offer.isTaken ? offer.username : '');
  const provider = providerName(oidcOf(context));
  const shown = { provider, flow: context.input.flow, offer, username, asksCode, notice };
  return <LinkPage {...shown} />;
}

const showLink = definePage({
  method: 'GET',
  path: PATH,
  for: 'anyone',
  input: z.object({ flow: fieldText }),
  async handle(context) {
    oidcOf(context);
    const flow = await flowOf(context, 'look');
    return flow ? linkPage(context, flow) : failurePage(context, 'outdated', '/');
  },
});

const link = definePage({
  method: 'POST',
  path: PATH,
  for: 'anyone',
  input: z.object({ flow: fieldText, username: fieldText, password: fieldText, code: fieldText, create: fieldText }),
  async handle(context) {
    oidcOf(context);
    const flow = await flowOf(context, 'look');
    if (!flow) return failurePage(context, 'outdated', '/');
    return context.input.create === '1' ? create(context, flow) : linkByPassword(context, flow);
  },
});

async function create(context: LinkContext, flow: FlowOf<'known'>): Promise<VNode | Redirect> {
  const sso = singleSignOn(context);
  const { newName } = await offerTo(sso, flow.identity.claims);
  if (newName === null) return failurePage(context, 'refused', flow.next);
  if (!(await flowOf(context, 'take'))) return failurePage(context, 'outdated', flow.next);
  return receive(context, await createAccount(sso, flow.identity, newName, ssoSource(context)), flow);
}

async function linkByPassword(
  context: PageContext<{ flow: string; username: string; password: string; code: string }>,
  flow: FlowOf<'known'>,
): Promise<VNode | Redirect> {
  const { input, services, request, reply } = context;
  const texts = textsFor(request).singleSignOn.link;
  const result = await signIn(services.redis, services.secret, {
    name: input.username,
    password: input.password,
    address: request.ip,
    deviceToken: readDeviceCookie(request),
  });
  if (result.outcome !== 'welcome') {
    const action = result.outcome === 'wait' ? 'sign-in locked' : 'sign-in failed';
    await writeEntry(services.records, pageSource(context), { action, target: result.target });
    if (result.outcome === 'wait') throw tooManyGuesses(result.waitS);
    reply.code(401);
    return linkPage(context, flow, input.username, problem(texts.wrong));
  }
  const refuse = () => {
    reply.code(409);
    return linkPage(context, flow, input.username, problem(texts.notLinked));
  };
  if (result.account.isLinked) return refuse();
  if (result.account.hasFactor && !(await hasCode(context, result.account.username, input.code))) {
    reply.code(401);
    return linkPage(context, flow, input.username, problem(textsFor(request).secondFactor.intro), true);
  }
  if (!(await flowOf(context, 'take'))) return failurePage(context, 'outdated', flow.next);
  const arrival = await linkAccount(singleSignOn(context), flow.identity, result.account, ssoSource(context));
  return receive(context, arrival, flow);
}

/** Whether the code of a second factor is right: a link would otherwise be a way around it. */
async function hasCode(context: PageContext<unknown>, username: string, code: string): Promise<boolean> {
  if (code === '') return false;
  const { guess } = await guessCode(context, username, code);
  if (guess.outcome === 'right') return true;
  const failure = { action: 'second factor failed', target: username } as const;
  await writeEntry(context.services.records, pageSource(context, username), failure);
  if (guess.outcome === 'wait') throw tooManyGuesses(guess.waitS);
  return false;
}

export const linkAccountPages = [showLink, link];

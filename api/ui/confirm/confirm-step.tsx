import type { FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import { z } from 'zod';
import { confirmSession, isConfirmed } from '../../../lib/accounts/confirmation.ts';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { writeEntry } from '../../../lib/audit/audit-entry.ts';
import { openWithAny } from '../../../lib/seal.ts';
import type { Services } from '../../services.ts';
import { problem } from '../notices.ts';
import { PageError } from '../page-error.ts';
import { localPath, type PageContext, type PageRoute, signedIn } from '../page-route.ts';
import { pageSource } from '../page-source.ts';
import { renderedFor } from '../rendering.tsx';
import { textsFor } from '../texts/language.ts';
import { tooManyGuesses } from '../too-many-guesses.ts';
import { ConfirmPage } from './confirm-page.tsx';
import { type Answer, answerFields, checkAnswer, isGiven, wayOf, waysToConfirm } from './ways.ts';

/**
 * Asks a person who they are before a form is handled that needs a confirmed session. What they had sent waits in the page
 * that asks, sealed for their session and this address, and is handled as if it were sent with the right answer.
 */

/** What the page that asks sends. */
const confirmForm = z.object({ confirm_form: z.string().max(200_000), ...answerFields });

/** The form that waits in an answer, in place of the answer. */
export async function unwrapForm(request: FastifyRequest, services: Services): Promise<Answer | null> {
  const { data } = confirmForm.safeParse(request.body);
  if (!data || !request.session) return null;
  const { confirm_form: sealed, ...answer } = data;
  const seals = await services.secret.loadAll();
  try {
    const { text } = openWithAny(seals, Buffer.from(sealed, 'base64url'), placeOf(request, request.session));
    request.body = JSON.parse(text);
  } catch {
    // It is of another session, another page or another day, or was tampered with.
    throw new PageError(403, ({ outdatedForm }) => outdatedForm);
  }
  return answer;
}

/** The page that asks, or null if the form can be handled: its page needs no confirmation, or there is one. */
export async function confirmFirst(
  { confirms }: PageRoute,
  context: PageContext<unknown>,
  answer: Answer | null,
): Promise<VNode | null> {
  const { services, request, input } = context;
  if (!confirms || (confirms !== true && !confirms(input))) return null;
  const session = signedIn(context);
  if (await isConfirmed(services.redis, session)) return null;
  if (!answer || !isGiven(answer)) return asked(context);
  const guess = await checkAnswer(context, session, answer);
  if (guess.outcome === 'right') {
    await confirmSession(services.redis, session);
    return null;
  }
  await writeEntry(services.records, pageSource(context), { action: 'confirmation failed', target: session.username });
  if (guess.outcome === 'wait') throw tooManyGuesses(guess.waitS);
  const wrong = { notice: problem(textsFor(request).confirm.wrong), wrong: wayOf(answer) };
  return asked(context, wrong);
}

type Wrong = Pick<Parameters<typeof ConfirmPage>[0], 'notice' | 'wrong'>;

async function asked(context: PageContext<unknown>, wrong: Wrong = {}): Promise<VNode> {
  const { services, request, reply } = context;
  const session = signedIn(context);
  const seal = await services.secret.load();
  const sealed = seal.seal(JSON.stringify(request.body ?? {}), placeOf(request, session), 'compressed');
  reply.code(401);
  const page = (
    <ConfirmPage
      session={session}
      action={localPath(request.url)}
      form={sealed.toString('base64url')}
      ways={await waysToConfirm(context, session)}
      {...wrong}
    />
  );
  return renderedFor(page, request);
}

function placeOf({ url }: FastifyRequest, { id }: Session): string {
  return `form to confirm ${id} ${url}`;
}

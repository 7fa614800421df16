import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import { z } from 'zod';
import type { Session } from '../../lib/accounts/session-store.ts';
import type { Config } from '../../lib/config/config.ts';
import type { Requester } from '../ask/call-context.ts';
import type { Services } from '../services.ts';
import { Sent } from './page-stream.tsx';
import { renderedFor } from './rendering.tsx';

/** A page: its path, who may see it, and its handler. `register.ts` lists them all. */
export interface PageRoute<Input extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST';
  path: string;
  /** A `person` is any signed-in user, a `searcher` also whoever has a person's search link. */
  for: 'anyone' | 'searcher' | 'person' | 'administrator';
  /** Parameters of a GET, fields of a POST. Invalid input gets a 400. */
  input: Input;
  /**
   * Whether a POST needs a confirmed session: its person has shown who they are within the last ten minutes. If not, they
   * are asked first, and the form is handled afterwards. See `confirm/confirm-step.tsx`.
   */
  confirms?: true | ((input: z.infer<Input>) => boolean);
  /** Sets what holds for all replies of a POST, also for the page that asks for a confirmation first. */
  prepare?(context: PageContext<z.infer<Input>>): Promise<void>;
  /** Maximum size of the form, if larger than the default. */
  maxBodyBytes?(config: Config): number;
  handle(context: PageContext<z.infer<Input>>): Promise<VNode | Redirect | Sent>;
}

/** What a page's handler receives. */
export interface PageContext<Input> extends Requester {
  input: Input;
  services: Services;
  /** Null only on pages for anyone. */
  session: Session | null;
  path: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A text field. It is empty when it is missing or repeated. */
export const fieldText = z.string().catch('');

/** A redirect to another page of this site, or to a site that the visitor has asked for, which is given as a URL. */
export class Redirect {
  readonly to: string;

  constructor(to: string | URL) {
    this.to = to instanceof URL ? to.href : localPath(to);
  }
}

/** The text if it is a path on this site, or else `/`, so that nothing redirects to another site. */
export function localPath(text: string): string {
  return /^\/(?![/\\])[\w\-./~%?=&+:@!$'()*,;]*(?:#[\w-]*)?$/.test(text) && !text.includes('\\') ? text : '/';
}

/** Defines a page, with the handler's input type inferred from the schema. Every page is in the visitor's language. */
export function definePage<Input extends z.ZodType>(page: PageRoute<Input>): PageRoute<Input> {
  return {
    ...page,
    async handle(context) {
      const answer = await page.handle(context);
      return answer instanceof Redirect || answer instanceof Sent ? answer : renderedFor(answer, context.request);
    },
  };
}

/** The session, on pages that require one. */
export function signedIn({ session }: PageContext<unknown>): Session {
  if (!session) throw new Error('This page needs a session.');
  return session;
}

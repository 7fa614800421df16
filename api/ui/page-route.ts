import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import { z } from 'zod';
import type { Session } from '../../lib/accounts/session-store.ts';
import type { Requester } from '../ask/call-context.ts';
import type { Services } from '../services.ts';

/** A page for people: its place, who may see it, and what it does. `register.ts` lists them all. */
export interface PageRoute<Input extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST';
  path: string;
  /** A `person` is signed in. */
  for: 'anyone' | 'person' | 'administrator';
  /** Parameters of a GET, fields of a POST. What does not fit is a 400. */
  input: Input;
  /** Largest form that it takes, in bytes, where that is more than usual. */
  bodyLimit?: number;
  handle(context: PageContext<z.infer<Input>>): Promise<VNode | Redirect>;
}

/** What a page may know about the request it answers. */
export interface PageContext<Input> extends Requester {
  input: Input;
  services: Services;
  /** Null only on pages for anyone. */
  session: Session | null;
  path: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A field that may be missing, or there twice: it is empty then. */
export const fieldText = z.string().catch('');

/** Sends the visitor elsewhere on this site. */
export class Redirect {
  readonly to: string;

  constructor(to: string) {
    this.to = localPath(to);
  }
}

/** A path on this site, or `/`: never an address elsewhere, however it is written. */
export function localPath(text: string): string {
  return /^\/(?![/\\])[\w\-./~%?=&+:@!$'()*,;]*$/.test(text) && !text.includes('\\') ? text : '/';
}

/** Keeps the type of the input together with the handler. */
export function definePage<Input extends z.ZodType>(page: PageRoute<Input>): PageRoute<Input> {
  return page;
}

/** The session of a page that is not for anyone. */
export function signedIn({ session }: PageContext<unknown>): Session {
  if (!session) throw new Error('This page needs a session.');
  return session;
}

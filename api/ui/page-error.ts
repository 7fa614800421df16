import { ApiError } from '../../lib/errors.ts';
import { en, type Texts } from './texts/en.ts';

/** An error of a page. Its page says it in the visitor's language; programs get it in English. */
export class PageError extends ApiError {
  readonly say: (texts: Texts['errors']) => string;

  constructor(
    status: number,
    say: (texts: Texts['errors']) => string,
    headers: Record<string, string | string[]> = {},
  ) {
    super(status, say(en.errors), headers);
    this.say = say;
  }
}

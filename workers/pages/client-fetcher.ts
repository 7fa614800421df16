import type { Deadline } from '../../lib/deadline.ts';
import type { ErrorReporter } from '../../lib/log/error-reporter.ts';
import { PageFailure } from '../../lib/net/page-failure.ts';
import { type ClientReply, clientInputSchema, clientReplySchema } from '../../lib/oauth/client-operation.ts';
import { type OwnWork, outcomeOf } from './own-work.ts';
import type { PageFetcher } from './page-fetcher.ts';

/** Fetches the metadata documents of OAuth clients: addresses that strangers name. */
export class ClientFetcher {
  readonly #fetcher: PageFetcher;
  readonly #errors: ErrorReporter;

  constructor(fetcher: PageFetcher, errors: ErrorReporter) {
    this.#fetcher = fetcher;
    this.#errors = errors;
  }

  /** Fetches a document. Never rejects: one that does not come is an outcome, too. */
  readonly fetch: OwnWork = (input, account, deadline) =>
    outcomeOf(
      () => this.#fetch(clientInputSchema.parse(input).url, account, deadline),
      clientReplySchema,
      this.#errors,
      'fetch a client',
    );

  async #fetch(url: string, account: string, deadline: Deadline): Promise<ClientReply> {
    const fetched = await this.#fetcher.fetch({ url, account, deadline });
    if (fetched.notModified || fetched.status !== 200) throw new PageFailure('its server did not send it');
    if (!/^application\/([\w.-]+\+)?json\b/i.test(fetched.contentType)) throw new PageFailure('it is not JSON');
    return { ok: true, json: fetched.body.toString('utf8'), freshForMs: fetched.freshForMs };
  }
}

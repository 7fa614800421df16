import type { Deadline } from '../../lib/deadline.ts';
import type { ErrorReporter } from '../../lib/log/error-reporter.ts';
import { PageFailure, tooLarge } from '../../lib/net/page-failure.ts';
import {
  MAX_PICTURE_BYTES,
  type PictureInput,
  type PictureReply,
  pictureInputSchema,
  pictureReplySchema,
} from '../../lib/pictures/picture-operation.ts';
import { pictureType } from '../../lib/pictures/picture-type.ts';
import { type OwnWork, outcomeOf } from './own-work.ts';
import type { PageFetcher } from './page-fetcher.ts';

/** Fetches the pictures that result pages show. */
export class PictureFetcher {
  readonly #fetcher: PageFetcher;
  readonly #errors: ErrorReporter;

  constructor(fetcher: PageFetcher, errors: ErrorReporter) {
    this.#fetcher = fetcher;
    this.#errors = errors;
  }

  /** Fetches a picture. Never rejects: one that does not come is an outcome, too. */
  readonly fetch: OwnWork = (input, account, deadline) =>
    outcomeOf(
      () => this.#fetch(pictureInputSchema.parse(input), account, deadline),
      pictureReplySchema,
      this.#errors,
      'fetch a picture',
    );

  async #fetch({ url, size }: PictureInput, account: string, deadline: Deadline): Promise<PictureReply> {
    const fetched = await this.#fetcher.fetch({ url, account, deadline });
    if (fetched.notModified || fetched.status !== 200) throw new PageFailure('its server did not send it');
    if (fetched.body.length > MAX_PICTURE_BYTES[size]) throw tooLarge(MAX_PICTURE_BYTES[size]);
    const type = pictureType(fetched.body);
    if (type === null) throw new PageFailure('it is not a picture');
    return { ok: true, type, data: fetched.body.toString('base64') };
  }
}

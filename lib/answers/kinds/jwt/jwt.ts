import { z } from 'zod';
import { optionalTexts, texts } from '../../fields.ts';
import { inlineAnswer } from '../../kind.ts';
import { localMoment } from '../../local-times.ts';
import { translate } from '../../phrases.ts';
import { laidOut } from '../json/syntax.ts';

/** A token in compact form: both parts begin with `{"`. */
const TOKEN = /(?:^|\s)["'`]?(eyJ[\w-]{2,})\.(eyJ[\w-]{2,})\.([\w-]*)["'`]?$/;

const claims = z.looseObject({ iat: z.number().optional(), exp: z.number().optional() });
const header = z.looseObject({ alg: z.string().max(40) });

/** What a part says, and its text as it was signed: reading a number may lose digits. */
function partOf<Part>(encoded: string, schema: z.ZodType<Part>): { says: Part; text: string } | null {
  try {
    const text = Buffer.from(encoded, 'base64url').toString('utf8');
    const { data: says } = schema.safeParse(JSON.parse(text));
    const lines = laidOut(text, 2);
    return says && typeof lines === 'string' ? { says, text: lines } : null;
  } catch {
    // Not JSON: not a token.
    return null;
  }
}

/** The parts of a JSON Web Token. Its signature is not checked: that takes the key. */
export const jwt = inlineAnswer({
  type: 'jwt',
  example: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEiLCJleHAiOjE5MDAwMDAwMDB9.nHcQWn2ZsFXYw9bCkUhOlPKSjAeLXXBKWB3fuS0gQXc',
  data: z.object({
    ...texts('algorithm', 'header', 'payload', 'value', 'asked'),
    ...optionalTexts('issued_at', 'expires_at'),
    is_expired: z.boolean().optional(),
  }),
  signs: /(?:^|[\s"'`])eyj[\w-]+\.eyj/,
  read({ q }) {
    const [, first = '', second = ''] = TOKEN.exec(q) ?? [];
    const [head, body] = [partOf(first, header), partOf(second, claims)];
    return head && body ? { head, body } : null;
  },
  answer({ head, body }, { now, lang }) {
    const timeOf = (seconds?: number) =>
      seconds !== undefined && Math.abs(seconds) < 1e11 ? new Date(seconds * 1_000) : undefined;
    const [issued, expires] = [timeOf(body.says.iat), timeOf(body.says.exp)];
    const end =
      expires && `${translate(Number(expires) < now ? 'expired' : 'expires', lang)} ${localMoment(expires, lang)} UTC`;
    return {
      answer: [head.says.alg, end, translate('signature not checked', lang)].filter(Boolean).join(', '),
      data: {
        ...{ algorithm: head.says.alg, header: head.text, payload: body.text, value: body.text, asked: 'jwt' },
        ...(issued && { issued_at: issued.toISOString() }),
        ...(expires && { expires_at: expires.toISOString(), is_expired: Number(expires) < now }),
      },
    };
  },
});

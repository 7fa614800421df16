import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { addFactor } from '../../lib/accounts/factors/factor-store.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { TESTER } from './as-tester.ts';

/** What a server asks a passkey for. */
interface Options {
  challenge: string;
  rpId?: string;
}

/** The beginnings of a public key of the curve P-256 and of its two coordinates, as COSE has them. */
const COSE = ['a5010203262001215820', '225820'].map((hex) => Buffer.from(hex, 'hex'));
/** Its person was there, and it has checked that it is them. */
const FLAGS = 0x05;

/** A passkey without a browser: answers as an authenticator does that has checked its person. */
export class SoftPasskey {
  readonly id = randomBytes(16).toString('base64url');
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #uses = 1;

  /** Gives a person a passkey. */
  static async of(redis: Redis, username: string): Promise<SoftPasskey> {
    const passkey = new SoftPasskey();
    const fields = { public_key: passkey.#publicKey.toString('base64url') };
    const factor = { kind: 'passkey', id: passkey.id, name: 'laptop', fields, first: 1 } as const;
    await addFactor(redis, TESTER, username, factor, Date.now());
    return passkey;
  }

  /** What a browser at this origin sends once the passkey was used. */
  answer({ challenge, rpId = '' }: Options, origin: string): string {
    this.#uses += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#uses);
    const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }));
    const data = Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([FLAGS]), counter]);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#keys.privateKey);
    const texts = { clientDataJSON: clientData, authenticatorData: data, signature };
    const response = Object.fromEntries(
      Object.entries(texts).map(([name, bytes]) => [name, bytes.toString('base64url')]),
    );
    return JSON.stringify({ id: this.id, rawId: this.id, type: 'public-key', response, clientExtensionResults: {} });
  }

  get #publicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    return Buffer.concat([x, y].flatMap((part, at) => [COSE[at] as Buffer, Buffer.from(part, 'base64url')]));
  }
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

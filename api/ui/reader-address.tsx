import { timingSafeEqual } from 'node:crypto';
import { createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import type { Session } from '../../lib/accounts/session-store.ts';
import type { Seal } from '../../lib/seal.ts';
import type { Services } from '../services.ts';
import { outsideAddress } from './outside-address.ts';

/** Signs the addresses of the pages that a person can read here. */
interface ReaderSigner {
  seal: Seal;
  username: string;
}

/** Null if no page can be read here. */
const Reader = createContext<ReaderSigner | null>(null);

/** A part of a page whose results can be read here. */
export function withReader(part: VNode, signer: ReaderSigner | null): VNode {
  return <Reader.Provider value={signer}>{part}</Reader.Provider>;
}

/** Whether the page's results can be read here. */
export function useReads(): boolean {
  return useContext(Reader) !== null;
}

/** The address at which the page of a result can be read here; null if it cannot. */
export function useReaderAddress(url: string): string | null {
  const signer = useContext(Reader);
  const address = outsideAddress(url);
  return signer && address !== null ? readerAddress(signer.seal, signer.username, address) : null;
}

/**
 * The address of a page's text on this site. It is signed for the account that the page was listed for, so that no other
 * site can make a visitor's browser spend searches, and this instance read a page of its choice. It does not expire: it
 * gives no access without a session of the account, which may read any page through the API.
 */
export function readerAddress(seal: Seal, username: string, url: string): string {
  return `/read?${new URLSearchParams({ url, by: signature(seal, username, url) })}`;
}

/** Whether this instance has listed the page for the account. */
export function isListed(seals: readonly Seal[], username: string, url: string, given: string): boolean {
  return seals.some((seal) => {
    const [one, other] = [Buffer.from(given), Buffer.from(signature(seal, username, url))];
    return one.length === other.length && timingSafeEqual(one, other);
  });
}

/** What signs the addresses for a person; null if they cannot read pages here. */
export async function readerSigner(
  { providers, secret }: Pick<Services, 'providers' | 'secret'>,
  { username, isLink }: Session,
): Promise<ReaderSigner | null> {
  return providers.roster.pages && !isLink ? { seal: await secret.load(), username } : null;
}

function signature(seal: Seal, username: string, url: string): string {
  return seal.fingerprint(`read ${username} ${url}`);
}

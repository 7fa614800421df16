import type { Provider } from './provider.ts';

/** What to tell the operator about a public service that limits those who do not say who they are; null if it does not. */
export function missingContact({ adapter, rate }: Pick<Provider, 'adapter' | 'rate'>): string | null {
  const { name, publicRate, contactRate } = adapter;
  if (!publicRate || !contactRate || rate !== publicRate) return null;
  const [without, withIt] = [publicRate, contactRate].map(({ limit, windowMs }) => (limit * 60_000) / windowMs);
  return `CONTACT is not set, so that ${name} allows ${without} calls a minute instead of ${withIt}`;
}

/** The same of all providers, each text once. */
export function missingContacts(providers: Iterable<Provider>): string[] {
  return [...new Set([...providers].flatMap((provider) => missingContact(provider) ?? []))];
}

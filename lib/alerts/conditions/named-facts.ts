import type { ListedProvider } from '../../providers/status.ts';

/** What tells people which engine or service an alert is about: several may have the same name. */
export function namedFacts({ name, provider }: ListedProvider): { name: string; group: string } {
  return { name, group: provider.group };
}

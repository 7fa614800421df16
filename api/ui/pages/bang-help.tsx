import type { VNode } from 'preact';
import type { Slot } from '../../../lib/providers/roster.ts';
import { engineBangs, tabBangs } from '../bangs.ts';
import { useLooks, useTexts } from '../rendering.tsx';
import type { Tab } from '../search-address.ts';

/** Explains the bangs of the search box: tabs, engines and the visitor's own sites. What surrounds it gives it a title. */
export function BangHelp({ tabs, slots }: { tabs: readonly Tab[]; slots: readonly Slot[] }): VNode {
  const texts = useTexts().bangs;
  const { sites } = useLooks();
  const rows: [bang: string, meaning: string][] = [
    ...tabs.map((tab): [string, string] => [tabBangs[tab], texts[tab]]),
    ...slots.flatMap((slot) => engineBangs(slot).map((bang): [string, string] => [bang, texts.engine(slot.label)])),
    ...sites.map(({ name, address }): [string, string] => [`!!${name}`, texts.site(new URL(address).hostname)]),
  ];
  if (sites.length === 0) rows.push(['!!name', texts.ownSites]);
  return (
    <>
      <p>{texts.where}</p>
      <dl class="bangs">
        {rows.map(([bang, meaning]) => (
          <div key={bang}>
            <dt>
              <code>{bang}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

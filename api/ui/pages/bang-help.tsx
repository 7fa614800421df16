import type { VNode } from 'preact';
import type { Slot } from '../../../lib/providers/roster.ts';
import { engineBangs, tabBangs } from '../bangs.ts';
import { useLooks, useTexts } from '../rendering.tsx';
import type { Tab } from '../search-address.ts';
import { wellKnownSites } from '../well-known-sites.ts';

/** All well-known sites, with their bangs. */
export function WellKnownSites(): VNode {
  const texts = useTexts().bangs;
  return (
    <details>
      <summary>{texts.allSites}</summary>
      <Rows rows={wellKnownSites().map(({ names, title }) => [names.map((name) => `!${name}`).join(' '), title])} />
    </details>
  );
}

/** Explains the bangs of the search box: tabs, engines and the visitor's own sites. What surrounds it gives it a title. */
export function BangHelp({ tabs, slots }: { tabs: readonly Tab[]; slots: readonly Slot[] }): VNode {
  const texts = useTexts().bangs;
  const { sites, siteBangs } = useLooks();
  const rows: [bang: string, meaning: string][] = [
    ...tabs.map((tab): [string, string] => [tabBangs[tab], texts[tab]]),
    ...slots.flatMap((slot) => engineBangs(slot).map((bang): [string, string] => [bang, texts.engine(slot.label)])),
    ...sites.map(({ name, address }): [string, string] => [`!!${name}`, texts.site(new URL(address).hostname)]),
  ];
  if (sites.length === 0) rows.push(['!!name', texts.ownSites]);
  if (siteBangs) rows.push(['!g !yt !w !gh …', texts.wellKnown]);
  return (
    <>
      <p>{texts.where}</p>
      <Rows rows={rows} />
    </>
  );
}

function Rows({ rows }: { rows: readonly (readonly [bang: string, meaning: string])[] }): VNode {
  return (
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
  );
}

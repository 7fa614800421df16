import type { VNode } from 'preact';
import { parseHttpUrl } from '../../../lib/search/canonical-url.ts';
import { outsideAddress } from '../outside-address.ts';
import { useReaderAddress } from '../reader-address.tsx';
import { useTexts } from '../rendering.tsx';
import { hrefTo, type SearchAddress } from '../search-address.ts';
import { SiteRuleButtons } from '../site-rules.tsx';

interface ResultMenuProps {
  url: string;
  title: string;
  address: SearchAddress;
}

/** What can be done with a result besides opening it. It opens without a script; copying needs one. */
export function ResultMenu({ url, title, address }: ResultMenuProps): VNode | null {
  const texts = useTexts().reader;
  const reader = useReaderAddress(url);
  const link = outsideAddress(url);
  if (link === null) return null;
  const site = siteOf(link);
  const onlySite = `${withoutSites(address.q)} site:${site}`.trim();
  return (
    <details class="result-menu" name="result-menu">
      <summary aria-label={texts.menu(title)} title={texts.menuTitle} />
      <ul>
        {reader && (
          <li>
            <a class="read-here" href={reader}>
              {texts.read}
            </a>
          </li>
        )}
        {onlySite !== address.q && (
          <li>
            <a href={hrefTo(address, { q: onlySite })}>{texts.site}</a>
          </li>
        )}
        <li>
          <button class="plain" type="button" data-copy="" data-copy-text={link}>
            {texts.copyLink}
          </button>
        </li>
        <SiteRuleButtons site={site} url={url} />
      </ul>
    </details>
  );
}

function siteOf(url: string): string {
  return (parseHttpUrl(url)?.hostname ?? '').replace(/^www\./, '');
}

/** The query without the sites that it names. */
function withoutSites(q: string): string {
  return q
    .replace(/(^|\s)-?site:\S*/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

import type { VNode } from 'preact';
import { z } from 'zod';
import { useTexts } from './rendering.tsx';

/** The number of a page in the address. Anything else is the first page. */
export const pageField = z.coerce.number().int().min(1).max(1_000_000).catch(1);

interface PageLinksProps {
  page: number;
  hasNext: boolean;
  hrefOf(page: number): string;
}

/** Links to the previous and the next page of a list. */
export function PageLinks({ page, hasNext, hrefOf }: PageLinksProps): VNode | null {
  const texts = useTexts().common;
  if (page === 1 && !hasNext) return null;
  return (
    <nav class="paging" aria-label={texts.pages}>
      <ul>
        {page > 1 && (
          <li>
            <a class="button quiet" rel="prev" href={hrefOf(page - 1)}>
              {texts.previous}
            </a>
          </li>
        )}
        <li>{texts.page(page)}</li>
        {hasNext && (
          <li>
            <a class="button quiet" rel="next" href={hrefOf(page + 1)}>
              {texts.next}
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}

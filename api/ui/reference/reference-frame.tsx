import type { ComponentChildren, VNode } from 'preact';
import { type ReferencePage, referenceGroups } from '../../reference/pages.ts';
import { Page, type Visitor } from '../page.tsx';
import { useTexts } from '../rendering.tsx';

/** Where the reference begins. */
export const DOCS = '/docs';

interface FrameProps extends Visitor {
  title: string;
  pages: readonly ReferencePage[];
  children: ComponentChildren;
}

/** A page of the reference, with the list of all others beside it. */
export function ReferenceFrame({ title, pages, children, ...visitor }: FrameProps): VNode {
  const { reference } = useTexts();
  return (
    <Page
      title={title}
      wide
      parts={['samples', 'docs']}
      skipTo={{ id: 'reference', text: reference.skip }}
      {...visitor}
    >
      <div class="reference">
        <button class="quiet contents-button" type="button" popovertarget="contents">
          {reference.contents}
        </button>
        <nav id="contents" class="contents" popover="auto" aria-label={reference.contents}>
          <Contents pages={pages} path={visitor.path} />
        </nav>
        <div id="reference" tabindex={-1}>
          {children}
        </div>
      </div>
    </Page>
  );
}

function Contents({ pages, path }: { pages: readonly ReferencePage[]; path: string }): VNode {
  const { reference } = useTexts();
  const current = (address: string) => (path === address ? ('page' as const) : undefined);
  return (
    <>
      <ul>
        <li>
          <a href={DOCS} aria-current={current(DOCS)}>
            {reference.guide}
          </a>
        </li>
      </ul>
      {referenceGroups.map((group) => (
        <>
          <h2 key={group}>{reference.groups[group]}</h2>
          <ul>
            {pages
              .filter((page) => page.group === group)
              .map(({ id, title }) => (
                <li key={id}>
                  <a href={`${DOCS}/${id}`} aria-current={current(`${DOCS}/${id}`)} lang="en">
                    {title}
                  </a>
                </li>
              ))}
          </ul>
        </>
      ))}
    </>
  );
}

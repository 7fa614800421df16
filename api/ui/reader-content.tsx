import { type ComponentChildren, h, type VNode } from 'preact';
import {
  type ContentElement,
  type ContentNode,
  contentTree,
  elementsIn,
  isContentElement,
  isTextNode,
  textOf,
} from '../../lib/pages/content-tree.ts';
import { names } from '../../lib/pages/element-names.ts';
import { OutsideLink } from './pages/search-parts.tsx';
import { usePictureSource } from './proxied-pictures.tsx';
import { useTexts } from './rendering.tsx';

/** The elements that are shown as they are, without attributes but these. Others give way to their children. */
const SHOWN = names(
  'abbr b blockquote br caption cite code dd del details dfn div dl dt em figcaption figure hr i ins kbd li mark ol p pre q rp rt ruby s samp small span strong sub summary sup tbody td tfoot th thead time tr u ul var',
);
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  ol: ['start'],
  time: ['datetime'],
};
/** Without children. */
const EMPTY = names('br hr');
const HEADING = /^h([1-6])$/;
/** Before the ids of the content, so that they are not those of our page. */
const ID_PREFIX = 'read-';

interface ReaderContentProps {
  /** The extractor's HTML, which nothing of is inserted as it is. */
  html: string;
  /** Where the page was found. */
  url: string;
  /** A heading that repeats it is left out. */
  title: string;
  pictures: boolean;
}

/** The text of a page of another site, from an allow-list of elements and attributes alone. */
export function ReaderContent({ html, url, title, pictures }: ReaderContentProps): VNode {
  const tree = contentTree(html);
  const ids = new Set([...elementsIn(tree)].flatMap(({ attribs }) => attribs.id ?? []));
  const here = `${withoutFragment(url)}#`;

  const all = (nodes: ContentNode[]): ComponentChildren[] => nodes.map(shown);
  function shown(node: ContentNode): ComponentChildren {
    if (isTextNode(node)) return node.data;
    if (!isContentElement(node)) return null;
    const { name, attribs, children } = node;
    const id = attribs.id === undefined ? {} : { id: ID_PREFIX + attribs.id };
    if (name === 'img') return <ReaderPicture src={attribs.src ?? ''} alt={attribs.alt ?? ''} pictures={pictures} />;
    if (name === 'a') return link(node, id);
    if (name === 'table') return <WideTable>{all(children)}</WideTable>;
    const level = Number(HEADING.exec(name)?.[1] ?? 0);
    if (level > 0) {
      if (level === 1 && sameText(textOf(children), title)) return null;
      // Ours is the first level.
      return h(`h${Math.max(2, level)}`, id, all(children));
    }
    if (!SHOWN.has(name)) return all(children);
    const kept = (ATTRIBUTES[name] ?? []).flatMap((of) => (attribs[of] === undefined ? [] : [[of, attribs[of]]]));
    return h(name, { ...id, ...Object.fromEntries(kept) }, EMPTY.has(name) ? undefined : all(children));
  }

  /** A link to another site, or to another place in the text. */
  function link({ attribs: { href }, children }: ContentElement, id: { id?: string }): VNode {
    const text = all(children);
    if (href === undefined) return <span {...id}>{text}</span>;
    const target = href.startsWith(here) ? decoded(href.slice(here.length)) : '';
    if (!ids.has(target)) return <OutsideLink href={href}>{text}</OutsideLink>;
    return (
      <a {...id} href={`#${encodeURIComponent(ID_PREFIX + target)}`}>
        {text}
      </a>
    );
  }

  return <>{all(tree)}</>;
}

/** A picture of the page through this instance, or else what it shows in words. */
function ReaderPicture({ src, alt, pictures }: { src: string; alt: string; pictures: boolean }): VNode | null {
  const source = usePictureSource(src, 'full');
  if (!pictures || source === null) return alt === '' ? null : <em class="faint">{alt}</em>;
  return <img src={source} alt={alt} loading="lazy" decoding="async" referrerpolicy="no-referrer" />;
}

/** A table, which scrolls where it is wider than the text. */
function WideTable({ children }: { children: ComponentChildren }): VNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls, and each section would be a landmark.
    <div class="read-table" role="group" aria-label={useTexts().reader.table} tabindex={0}>
      <table>{children}</table>
    </div>
  );
}

const withoutFragment = (url: string) => url.replace(/#.*$/s, '');
const sameText = (one: string, other: string) => plain(one) === plain(other);
const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();

/** A fragment as an id; as it is written if it is not encoded well. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    // A `%` that encodes nothing: the author has not encoded it.
    return fragment;
  }
}

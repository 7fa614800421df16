import { ElementType, parseDocument } from 'htmlparser2';
import { NONCHARACTERS } from './markdown-text.ts';

export type ContentNode = ReturnType<typeof parseDocument>['children'][number];
export type ContentElement = Extract<ContentNode, { attribs: Record<string, string> }>;

/** The cleaned HTML of a page as a tree. It is as bounded as the page was when it was cleaned. */
export function contentTree(html: string): ContentNode[] {
  return parseDocument(html.replace(/\r\n?/g, '\n').replace(NONCHARACTERS, '')).children;
}

export const isTextNode = (node: ContentNode): node is Extract<ContentNode, { data: string }> =>
  node.type === ElementType.Text;

export const isContentElement = (node: ContentNode): node is ContentElement => node.type === ElementType.Tag;

/** All the text below the nodes, as it stands. */
export function textOf(nodes: ContentNode[]): string {
  return nodes
    .map((node) => (isTextNode(node) ? node.data : isContentElement(node) ? textOf(node.children) : ''))
    .join('');
}

/** All elements below the nodes, in the order of the page. */
export function* elementsIn(nodes: ContentNode[]): Generator<ContentElement> {
  for (const node of nodes) {
    if (!isContentElement(node)) continue;
    yield node;
    yield* elementsIn(node.children);
  }
}

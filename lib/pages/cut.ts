import { type ContentNode, contentTree, isContentElement, isTextNode } from './content-tree.ts';
import { escapeHtml } from './escape-html.ts';

/** The beginning of a text, up to the end of a paragraph, line or word, if one ends in the last tenth. */
export function cutText(text: string, maxChars: number): string {
  const start = text.slice(0, maxChars);
  const earliest = maxChars * 0.9;
  for (const boundary of ['\n\n', '\n', ' ']) {
    const at = start.lastIndexOf(boundary);
    if (at >= earliest) return start.slice(0, at).trimEnd();
  }
  return withoutHalfCharacter(start);
}

/** Characters beyond the first 65,536 are two units long. */
function withoutHalfCharacter(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}

/** The beginning of cleaned HTML with all its elements closed. */
export function cutHtml(html: string, maxChars: number): string {
  let left = maxChars;
  // Once something does not fit, nothing after it is written.
  function write(nodes: ContentNode[]): string {
    let written = '';
    for (const node of nodes) {
      if (left <= 0) break;
      if (isTextNode(node)) {
        const text = escapeHtml(node.data);
        if (text.length <= left) {
          written += text;
          left -= text.length;
        } else {
          const piece = escapeHtml(cutText(node.data, left))
            .slice(0, left)
            .replace(/&[a-z]*$/, '');
          written += piece;
          left = 0;
        }
      } else if (isContentElement(node)) {
        const attributes = Object.entries(node.attribs)
          .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
          .join('');
        const isVoid = ['br', 'hr', 'img'].includes(node.name);
        const start = `<${node.name}${attributes}>`;
        const end = isVoid ? '' : `</${node.name}>`;
        if (start.length + end.length > left) {
          left = 0;
          break;
        }
        left -= start.length + end.length;
        written += start + write(node.children) + end;
      }
    }
    return written;
  }
  return write(contentTree(html));
}

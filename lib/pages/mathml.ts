import { type DomElement, type DomNode, isElement } from './dom.ts';

/** What stands for an element of MathML in TeX, from what stands for its parts. Others are their parts in a row. */
const TEX: Record<string, (parts: string[]) => string> = {
  msup: ([base = '', up = '']) => `${base}^{${up}}`,
  msub: ([base = '', low = '']) => `${base}_{${low}}`,
  msubsup: ([base = '', low = '', up = '']) => `${base}_{${low}}^{${up}}`,
  munder: ([base = '', low = '']) => `${base}_{${low}}`,
  mover: ([base = '', up = '']) => `${base}^{${up}}`,
  munderover: ([base = '', low = '', up = '']) => `${base}_{${low}}^{${up}}`,
  mfrac: ([above = '', below = '']) => `\\frac{${above}}{${below}}`,
  msqrt: (parts) => `\\sqrt{${parts.join('')}}`,
  mroot: ([base = '', index = '']) => `\\sqrt[${index}]{${base}}`,
  mtext: (parts) => `\\text{${parts.join('')}}`,
  mtr: (parts) => `${parts.join(' & ')} \\\\ `,
  annotation: () => '',
  'annotation-xml': () => '',
};

/** A formula in TeX, made from its MathML: what is raised, lowered or divided stays so, and spaces do not matter. */
export function texOfMathml(math: DomElement): string {
  return texOf(math).replace(/\s+/g, ' ').trim();
}

function texOf(node: DomNode): string {
  if (!isElement(node)) return node.textContent.trim();
  const write = Object.hasOwn(TEX, node.localName) ? TEX[node.localName] : undefined;
  if (write === undefined) return node.childNodes.map(texOf).join('');
  return write(node.localName === 'mtext' ? [node.textContent] : node.children.map(texOf));
}

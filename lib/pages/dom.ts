/**
 * The part of the DOM that reading a page uses. The compiler does not know the browser's types here, because nothing in
 * this project runs in a browser.
 */
export interface DomNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly parentNode: DomElement | null;
  readonly childNodes: Iterable<DomNode> & ArrayLike<DomNode>;
  textContent: string;
  remove(): void;
}

export interface DomElement extends DomNode {
  readonly localName: string;
  readonly nextElementSibling: DomElement | null;
  readonly children: Iterable<DomElement> & ArrayLike<DomElement>;
  className: string;
  id: string;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  appendChild(node: DomNode): DomNode;
  getElementsByTagName(name: string): Iterable<DomElement> & ArrayLike<DomElement>;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement> & ArrayLike<DomElement>;
}

export interface DomDocument {
  readonly documentElement: DomElement;
  readonly head: DomElement;
  readonly body: DomElement;
  createElement(name: string): DomElement;
  createTextNode(text: string): DomNode;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement> & ArrayLike<DomElement>;
}

const ELEMENT_NODE = 1;
const TEXT_NODE = 3;

export const isElement = (node: DomNode): node is DomElement => node.nodeType === ELEMENT_NODE;
export const isText = (node: DomNode): boolean => node.nodeType === TEXT_NODE;

/**
 * A document as readability needs it, and no more of one: it asks for the same texts and descendants again and again, and
 * only renames, moves and removes. Nothing is parsed and nothing is written here.
 */
export type DomNode = DomElement | DomText;

/** Texts are kept with an element up to this length, so that deep documents do not hold their text once per level. */
const MAX_KEPT_CHARS = 20_000;

export const isElement = (node: DomNode): node is DomElement => node.nodeType === 1;
export const isText = (node: DomNode): node is DomText => node.nodeType === 3;

abstract class Child {
  parentNode: DomElement | null = null;
  /** Where it stands among its siblings, or stood: siblings before it may have gone, but none come. */
  at = 0;

  get nextSibling(): DomNode | null {
    return this.parentNode?.childNodes[this.parentNode.indexOf(this) + 1] ?? null;
  }

  get nextElementSibling(): DomElement | null {
    const siblings = this.parentNode?.childNodes ?? [];
    for (let at = (this.parentNode?.indexOf(this) ?? 0) + 1; at < siblings.length; at++) {
      const sibling = siblings[at] as DomNode;
      if (isElement(sibling)) return sibling;
    }
    return null;
  }

  remove() {
    this.parentNode?.drop(this);
  }
}

export class DomText extends Child {
  readonly nodeType = 3;
  readonly nodeName = '#text';
  readonly childNodes: readonly DomNode[] = [];
  readonly textContent: string;

  constructor(text: string) {
    super();
    this.textContent = text;
  }

  copy(): DomText {
    return new DomText(this.textContent);
  }
}

export class DomAttribute {
  readonly name: string;
  value: string;

  constructor(name: string, value: string) {
    this.name = name;
    this.value = value;
  }

  cloneNode(): DomAttribute {
    return new DomAttribute(this.name, this.value);
  }
}

export class DomElement extends Child {
  readonly nodeType = 1;
  /** Readability then changes an element's name, and else moves all its children into a new one. */
  readonly __JSDOMParser__ = true;
  localName: string;
  tagName: string;
  readonly attributes: DomAttribute[] = [];
  childNodes: DomNode[] = [];
  #children: DomElement[] | null = null;
  #text: string | null = null;

  constructor(name: string) {
    super();
    this.localName = name.toLowerCase();
    this.tagName = name.toUpperCase();
  }

  get nodeName(): string {
    return this.tagName;
  }

  get children(): DomElement[] {
    this.#children ??= this.childNodes.filter(isElement);
    return this.#children;
  }

  get firstChild(): DomNode | null {
    return this.childNodes[0] ?? null;
  }

  get lastChild(): DomNode | null {
    return this.childNodes.at(-1) ?? null;
  }

  get firstElementChild(): DomElement | null {
    return this.children[0] ?? null;
  }

  get className(): string {
    return this.getAttribute('class') ?? '';
  }

  get id(): string {
    return this.getAttribute('id') ?? '';
  }

  get src(): string {
    return this.getAttribute('src') ?? '';
  }

  get srcset(): string {
    return this.getAttribute('srcset') ?? '';
  }

  get textContent(): string {
    if (this.#text !== null) return this.#text;
    let text = '';
    for (const child of this.childNodes) text += child.textContent;
    if (text.length <= MAX_KEPT_CHARS) this.#text = text;
    return text;
  }

  /** Readability takes this before it tries, and sets it to try again. It looks into neither. */
  get innerHTML(): DomNode[] {
    return this.childNodes.map((child) => child.copy());
  }

  set innerHTML(nodes: DomNode[]) {
    for (const child of this.childNodes) child.parentNode = null;
    this.childNodes = [];
    this.#children = null;
    for (const node of nodes) this.appendChild(node.copy());
  }

  getAttribute(name: string): string | null {
    for (const attribute of this.attributes) if (attribute.name === name) return attribute.value;
    return null;
  }

  hasAttribute(name: string): boolean {
    return this.getAttribute(name) !== null;
  }

  setAttribute(name: string, value: string) {
    const known = this.attributes.find((attribute) => attribute.name === name);
    if (known) known.value = value;
    else this.attributes.push(new DomAttribute(name, value));
  }

  setAttributeNode({ name, value }: DomAttribute) {
    this.setAttribute(name, value);
  }

  removeAttribute(name: string) {
    const at = this.attributes.findIndex((attribute) => attribute.name === name);
    if (at !== -1) this.attributes.splice(at, 1);
  }

  appendChild<N extends DomNode>(node: N): N {
    node.remove();
    node.at = this.childNodes.push(node) - 1;
    node.parentNode = this;
    if (isElement(node)) this.#children?.push(node);
    this.#changed();
    return node;
  }

  removeChild<N extends DomNode>(node: N): N {
    node.remove();
    return node;
  }

  replaceChild<N extends DomNode>(node: DomNode, old: N): N {
    node.remove();
    const at = this.indexOf(old);
    this.childNodes[at] = node;
    node.at = at;
    node.parentNode = this;
    old.parentNode = null;
    this.#children = null;
    this.#changed();
    return old;
  }

  /** What `remove` of a child does. */
  drop(child: Child) {
    this.childNodes.splice(this.indexOf(child), 1);
    child.parentNode = null;
    this.#children = null;
    this.#changed();
  }

  indexOf(child: Child): number {
    while (this.childNodes[child.at] !== child) child.at -= 1;
    return child.at;
  }

  /** In the order of the document. */
  getElementsByTagName(name: string): DomElement[] {
    const found: DomElement[] = [];
    this.#collect(name === '*' ? null : new Set([name.toUpperCase()]), found);
    return found;
  }

  /** For a list of names of elements. */
  querySelectorAll(names: string): DomElement[] {
    const found: DomElement[] = [];
    this.#collect(new Set(names.toUpperCase().split(',')), found);
    return found;
  }

  copy(): DomElement {
    const copy = new DomElement(this.localName);
    for (const attribute of this.attributes) copy.attributes.push(attribute.cloneNode());
    for (const child of this.childNodes) copy.appendChild(child.copy());
    return copy;
  }

  #collect(tagNames: Set<string> | null, found: DomElement[]) {
    for (const child of this.children) {
      if (tagNames === null || tagNames.has(child.tagName)) found.push(child);
      child.#collect(tagNames, found);
    }
  }

  /** What is kept of a text is kept of all texts within it. */
  #changed() {
    for (let at: DomElement | null = this; at !== null; at = at.parentNode) at.#text = null;
  }
}

export class DomDocument {
  readonly title = '';
  readonly documentElement = new DomElement('html');
  readonly firstChild = this.documentElement;
  readonly body = this.documentElement.appendChild(new DomElement('body'));

  createElement(name: string): DomElement {
    return new DomElement(name);
  }

  createTextNode(text: string): DomText {
    return new DomText(text);
  }

  getElementsByTagName(name: string): DomElement[] {
    return this.documentElement.getElementsByTagName(name);
  }

  querySelectorAll(names: string): DomElement[] {
    return this.documentElement.querySelectorAll(names);
  }
}

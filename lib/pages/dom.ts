/**
 * A document as readability needs it, and no more of one: it asks for the same texts and descendants again and again, and
 * only renames, moves and removes. Nothing is parsed and nothing is written here.
 */
export type DomNode = DomElement | DomText;

export const isElement = (node: DomNode): node is DomElement => node.nodeType === 1;
/** The text of an element with a space between its parts, as readers see them apart. */
export const spacedText = (node: DomNode): string =>
  isElement(node) ? node.childNodes.map(spacedText).join(' ') : node.textContent;

export const isText = (node: DomNode): node is DomText => node.nodeType === 3;

/** One of 32 bits for each name, mostly different ones. Readability looks for much that is not there. */
const bitOf = (tagName: string): number =>
  1 << ((tagName.length + tagName.charCodeAt(0) * 23 + tagName.charCodeAt(tagName.length - 1) * 4) & 31);

abstract class Child {
  parentNode: DomElement | null = null;
  previousSibling: DomNode | null = null;
  nextSibling: DomNode | null = null;

  get nextElementSibling(): DomElement | null {
    for (let at = this.nextSibling; at !== null; at = at.nextSibling) if (isElement(at)) return at;
    return null;
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

  get textLength(): number {
    return this.textContent.length;
  }

  remove() {
    this.parentNode?.removeChild(this);
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
  #tagName: string;
  /** Bits of the names that occur below this element, or did. */
  #below = 0;
  readonly attributes: DomAttribute[] = [];
  firstChild: DomNode | null = null;
  lastChild: DomNode | null = null;
  #childNodes: DomNode[] | null = null;
  #children: DomElement[] | null = null;
  #before: readonly DomNode[] | null = null;
  #text: string | null = null;
  #textLength: number | null = null;
  /** What is in the element while it is veiled. */
  #veiled: readonly DomNode[] | null = null;

  constructor(name: string) {
    super();
    this.localName = name.toLowerCase();
    this.#tagName = name.toUpperCase();
  }

  get tagName(): string {
    return this.#tagName;
  }

  set tagName(name: string) {
    this.#tagName = name;
    if (this.parentNode !== null) this.parentNode.#note(bitOf(name));
  }

  get nodeName(): string {
    return this.tagName;
  }

  get childNodes(): readonly DomNode[] {
    this.#childNodes ??= [...this.nodes()];
    return this.#childNodes;
  }

  get children(): readonly DomElement[] {
    this.#children ??= [...this.nodes()].filter(isElement);
    return this.#children;
  }

  get firstElementChild(): DomElement | null {
    return this.firstChild === null || isElement(this.firstChild)
      ? this.firstChild
      : this.firstChild.nextElementSibling;
  }

  get className(): string {
    return this.getAttribute('class') ?? '';
  }

  // The bundle is in strict mode, where Readability may set only what has a setter.
  set className(name: string) {
    this.setAttribute('class', name);
  }

  get id(): string {
    return this.getAttribute('id') ?? '';
  }

  set id(id: string) {
    this.setAttribute('id', id);
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
    for (let at = this.firstChild; at !== null; at = at.nextSibling) text += at.textContent;
    this.#text = text;
    return text;
  }

  get textLength(): number {
    if (this.#textLength !== null) return this.#textLength;
    let length = 0;
    for (let at = this.firstChild; at !== null; at = at.nextSibling) length += at.textLength;
    this.#textLength = length;
    return length;
  }

  /**
   * What was in the element when this was first asked for. Readability asks for it before it takes a page apart, sets it
   * to begin again, and looks into neither.
   */
  get innerHTML(): readonly DomNode[] {
    this.#before ??= this.childNodes.map((child) => child.copy());
    return this.#before;
  }

  set innerHTML(nodes: readonly DomNode[]) {
    while (this.firstChild !== null) this.firstChild.remove();
    for (const node of nodes) this.appendChild(node.copy());
  }

  /** Puts back what was in the element before readability took it apart. */
  restore() {
    this.innerHTML = this.innerHTML;
  }

  /**
   * Makes the element a plain paragraph to whoever looks at it by `tagName`, as readability does: nothing is taken out of
   * it, it never becomes the content, and it counts no more than a paragraph, because commas are what counts.
   */
  veil() {
    const text = this.textContent.replace(/[,\u060c\ufe50\uff0c]/g, ' ');
    const children = [...this.childNodes];
    for (const child of children) child.remove();
    this.#veiled = children;
    this.appendChild(new DomText(text));
    this.tagName = 'P';
  }

  unveil() {
    if (this.#veiled === null) return;
    while (this.firstChild !== null) this.firstChild.remove();
    for (const child of this.#veiled) this.appendChild(child);
    this.#veiled = null;
    this.tagName = this.localName.toUpperCase();
  }

  /** Another element in its place, with all that is in it. */
  rename(name: string) {
    this.localName = name;
    this.tagName = name.toUpperCase();
  }

  /** Its children take its place. */
  unwrap() {
    for (const child of [...this.childNodes]) this.parentNode?.insertBefore(child, this);
    this.remove();
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

  remove() {
    this.parentNode?.removeChild(this);
  }

  appendChild<N extends DomNode>(node: N): N {
    node.remove();
    this.#link(this.lastChild, node, null);
    this.#childNodes?.push(node);
    if (isElement(node)) this.#children?.push(node);
    return node;
  }

  insertBefore<N extends DomNode>(node: N, next: DomNode): N {
    node.remove();
    this.#link(next.previousSibling, node, next);
    this.#childNodes = null;
    this.#children = null;
    return node;
  }

  removeChild<N extends DomNode>(node: N): N {
    const { previousSibling, nextSibling } = node;
    if (previousSibling === null) this.firstChild = nextSibling;
    else previousSibling.nextSibling = nextSibling;
    if (nextSibling === null) this.lastChild = previousSibling;
    else nextSibling.previousSibling = previousSibling;
    node.parentNode = node.previousSibling = node.nextSibling = null;
    this.#childNodes = null;
    // Readability moves siblings one by one, and asks for the rest each time.
    if (isElement(node)) this.#children?.splice(this.#children.indexOf(node), 1);
    this.#changed();
    return node;
  }

  replaceChild<N extends DomNode>(node: DomNode, old: N): N {
    node.remove();
    const { previousSibling, nextSibling } = old;
    this.removeChild(old);
    this.#link(previousSibling, node, nextSibling);
    this.#childNodes = null;
    this.#children = null;
    return old;
  }

  #link(previous: DomNode | null, node: DomNode, next: DomNode | null) {
    node.parentNode = this;
    node.previousSibling = previous;
    node.nextSibling = next;
    if (previous === null) this.firstChild = node;
    else previous.nextSibling = node;
    if (next === null) this.lastChild = node;
    else next.previousSibling = node;
    if (isElement(node)) this.#note(node.#below | bitOf(node.tagName));
    this.#changed();
  }

  *nodes(): Generator<DomNode> {
    for (let at = this.firstChild; at !== null; at = at.nextSibling) yield at;
  }

  /** In the order of the document. */
  getElementsByTagName(name: string): DomElement[] {
    if (name === '*') return this.#collect(() => true, -1, []);
    const wanted = name.toUpperCase();
    return this.#collect((tagName) => tagName === wanted, bitOf(wanted), []);
  }

  /** For a list of names of elements. */
  querySelectorAll(names: string): DomElement[] {
    const wanted = names.toUpperCase().split(',');
    const bits = wanted.reduce((sum, name) => sum | bitOf(name), 0);
    return this.#collect((tagName) => wanted.includes(tagName), bits, []);
  }

  copy(): DomElement {
    const copy = new DomElement(this.localName);
    for (const attribute of this.attributes) copy.attributes.push(attribute.cloneNode());
    for (let at = this.firstChild; at !== null; at = at.nextSibling) copy.appendChild(at.copy());
    if (this.#veiled !== null) {
      copy.#veiled = this.#veiled.map((child) => child.copy());
      copy.tagName = this.tagName;
    }
    return copy;
  }

  #collect(isWanted: (tagName: string) => boolean, bits: number, found: DomElement[]): DomElement[] {
    if ((this.#below & bits) === 0) return found;
    for (let at = this.firstElementChild; at !== null; at = at.nextElementSibling) {
      if (isWanted(at.tagName)) found.push(at);
      at.#collect(isWanted, bits, found);
    }
    return found;
  }

  #note(bits: number) {
    for (let at: DomElement | null = this; at !== null && (at.#below & bits) !== bits; at = at.parentNode)
      at.#below |= bits;
  }

  #changed() {
    for (let at: DomElement | null = this; at !== null; at = at.parentNode) {
      at.#text = null;
      at.#textLength = null;
    }
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

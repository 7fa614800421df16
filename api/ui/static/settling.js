// Shows a page while it comes in parts: states of its content in templates, then the settled content, which is all that a
// visitor without JavaScript sees. Everything goes where it belongs. Once the person has touched the page, what they see of
// the list stays where it is, and what has come above it is told.

const SETTLING = 'settling';
const words = JSON.parse(document.body.dataset.texts);
const main = document.getElementById('main');
// The buttons that lead to what has come above.
const late = Object.assign(document.createElement('div'), { className: 'late' });
late.setAttribute('role', 'status');
document.body.append(late);
// The list that is shown; null before the first state.
let shown = null;
let isTouched = false;
let isSettled = false;
// The keys of the results above those in view that were not seen yet, and the button that says so.
const better = new Set();
let betterButton = null;

// The stylesheet hides the settled content until it takes its place.
document.documentElement.classList.add(SETTLING);
document.documentElement.dataset.parts = '';

const states = new MutationObserver((changes) => {
  for (const { addedNodes } of changes) {
    for (const node of addedNodes) if (node.matches?.('template[data-end]')) showState(node.previousElementSibling);
  }
});
states.observe(main, { childList: true });
document.addEventListener('DOMContentLoaded', () => {
  states.disconnect();
  settle(document.querySelector('.settled'));
  document.documentElement.classList.remove(SETTLING);
});

// `app.js` hides pictures that fail to load, but only once the page is complete.
const hidePicture = ({ target }) => target.closest?.('.picture') && target.toggleAttribute('hidden', true);
document.addEventListener('error', hidePicture, true);

// A list that appears below a pointer at rest was not pointed at.
const isMove = ({ type, movementX, movementY }) => type !== 'pointermove' || movementX !== 0 || movementY !== 0;
for (const type of ['pointermove', 'pointerdown', 'focusin']) {
  document.addEventListener(type, (event) => {
    if (isMove(event) && contentOf(shown)?.contains(event.target)) touch();
  });
}
for (const type of ['keydown', 'scroll']) document.addEventListener(type, touch);

function touch() {
  if (isTouched || isSettled || !shown) return;
  isTouched = true;
  keepForReturn();
}

function showState(template) {
  const content = document.importNode(template.content, true);
  // A group of its own: the radios of the settled content would take the choice from these as soon as they are parsed.
  for (const radio of content.querySelectorAll('input[type="radio"]')) radio.name += '-shown';
  if (shown) return update(content);
  shown = listIn(content);
  document.querySelector('.asking')?.remove();
  template.before(content);
}

function settle(settled) {
  isSettled = true;
  if (!shown) return;
  // Without settled content, the connection broke.
  if (!settled) return contentOf(shown).querySelector('.engines')?.remove();
  if (listIn(settled)) update(settled);
  else contentOf(shown).replaceWith(...settled.children);
  settled.remove();
}

// Puts everything of the next content in its place.
function update(next) {
  const list = listIn(next);
  const held = isTouched ? inView() : [];
  const [anchor] = held;
  const top = anchor?.getBoundingClientRect().top;
  // What was above what is seen has been seen.
  const passed = new Set([...shown.children].slice(0, [...shown.children].indexOf(anchor)).flatMap(allKeysOf));
  const column = shown.closest('.columns');
  const beside = [...next.querySelectorAll('.columns > *')].filter((element) => !element.contains(list));
  const above = [...(column ? beside : []), ...align(siblings(shown, -1), siblings(list, -1), shown)];
  align(siblings(shown, 1), siblings(list, 1), null);
  column?.prepend(...beside);
  const ahead = arrange([...list.children], held);
  if (!anchor) return;
  stay(anchor, top);
  for (const element of above) if (isUnseen(element)) tell(element, textOf(element));
  for (const item of ahead) if (!allKeysOf(item).some((key) => passed.has(key))) better.add(keyOf(item));
  tellBetter(ahead.filter((item) => better.has(keyOf(item))));
  keepForReturn();
}

// All updates have one button for the results that are better than those in view.
function tellBetter(items) {
  betterButton?.remove();
  const text = (items.length === 1 ? words.betterResult : words.betterResults).replace('#', items.length);
  betterButton = items[0] && tell(items[0], text);
  betterButton?.addEventListener('click', () => better.clear());
}

// Replaces elements before this one, or at the end of its parent; those that are the same stay. Returns the new ones.
function align(old, next, end) {
  const isSame = (one) => (other) =>
    one.isEqualNode(other) || (one.dataset.answer !== undefined && one.dataset.answer === other.dataset.answer);
  for (const element of old) if (!next.some(isSame(element))) element.remove();
  const added = [];
  let following = end;
  for (const element of next.reverse()) {
    const same = old.find(isSame(element));
    if (!same) {
      shown.parentElement.insertBefore(element, following);
      added.push(element);
    }
    following = same ?? element;
  }
  return added;
}

// Puts the results in their order around those that stay. Returns the results that are above those.
function arrange(ranked, held) {
  const old = new Map([...shown.children].map((item) => [keyOf(item), item]));
  const heldKeys = new Set(held.flatMap(allKeysOf));
  const rankOf = (item) => ranked.findIndex((one) => allKeysOf(one).some((key) => allKeysOf(item).includes(key)));
  const first = Math.max(0, rankOf(held.find((item) => rankOf(item) >= 0) ?? held[0] ?? ranked[0]));
  const placed = (items) =>
    items
      .filter((item) => !allKeysOf(item).some((key) => heldKeys.has(key)))
      .map((item) => (old.get(keyOf(item))?.isEqualNode(item) ? old.get(keyOf(item)) : item));
  // Results that are beside each other would flow on.
  const isGrid = held.length > 0 && hasColumns();
  const [above, below] = isGrid ? [[], placed(ranked)] : [placed(ranked.slice(0, first)), placed(ranked.slice(first))];
  for (const item of [...shown.children]) if (!held.includes(item)) item.remove();
  shown.prepend(...above);
  shown.append(...below);
  return above;
}

// The results that the person sees. Where they are beside each other, also those above: they would flow on.
function inView() {
  const items = [...shown.children];
  const seen = items.filter((item) => {
    const { top, bottom } = item.getBoundingClientRect();
    return (bottom > 0 && top < window.innerHeight) || item.matches(':focus-within');
  });
  return hasColumns() && seen.length > 0 ? items.slice(0, items.indexOf(seen.at(-1)) + 1) : seen;
}

function hasColumns() {
  const [one, other] = [...shown.children].map((item) => item.getBoundingClientRect().top);
  return other !== undefined && one === other;
}

// Scrolls by what has come above, so that this stays where it was. A page that is too short for that gets longer.
function stay(anchor, top) {
  const moved = () => anchor.getBoundingClientRect().top - top;
  const scroll = () => window.scrollBy({ top: moved(), behavior: 'instant' });
  scroll();
  if (moved() < -1) shown.style.marginBlockStart = `${-moved()}px`;
  if (moved() <= 1) return;
  main.style.paddingBlockEnd = `${moved() + parseFloat(window.getComputedStyle(main).paddingBlockEnd)}px`;
  scroll();
}

function textOf(element) {
  const { answer } = element.dataset;
  if (answer !== undefined) return words.answer.replace('#', () => answer);
  return element.classList.contains('cards') ? element.querySelector('h2').textContent : element.textContent;
}

const isUnseen = (element) => element.getBoundingClientRect().bottom <= 0 && !element.matches('.engines, .awaited');

// Says what has come above what is read; a click leads there. Whoever scrolls there needs no button.
function tell(element, text) {
  const from = window.scrollY;
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'quiet',
    textContent: text,
  });
  document.addEventListener('scroll', () => {
    if (window.scrollY < from && element.getBoundingClientRect().top >= 0) button.remove();
  });
  button.addEventListener('click', () => {
    button.remove();
    element.tabIndex = -1;
    element.focus();
    element.scrollIntoView({ block: 'center' });
  });
  late.append(button);
  return button;
}

// Whoever comes back or reloads finds the list that was left: search.js puts it there.
function keepForReturn() {
  const left = { at: Date.now(), items: [...shown.children].map(({ outerHTML }) => outerHTML) };
  window.history.replaceState({ ...window.history.state, left }, '');
}

const listIn = (root) => root.querySelector('section > ol');
const contentOf = (list) => list?.closest('.columns') ?? list?.closest('section');
const keyOf = (item) => item.dataset.result;
// A story also has the keys of its other articles.
const allKeysOf = (item) => [
  keyOf(item),
  ...[...item.querySelectorAll('[data-also]')].map(({ dataset }) => dataset.also),
];

// What is above (-1) or below (1) a list, in the order of the page.
function siblings(list, side) {
  const all = [...list.parentElement.children];
  const at = all.indexOf(list);
  return side < 0 ? all.slice(0, at) : all.slice(at + 1);
}

// Shows the results of the first engines while others are still asked. The page comes in parts: states of its content in
// templates, then the settled content, which is all that a visitor without JavaScript sees. What is shown stays where it
// is: later results are added below, a button puts all in their order, and what belongs above them opens on a click.

const SETTLING = 'settling';
const words = JSON.parse(document.body.dataset.texts);
const main = document.getElementById('main');
// Stands where the line about the engines will be, so that nothing moves when that comes.
const note = Object.assign(document.createElement('div'), { className: 'settling-note' });
note.setAttribute('role', 'status');
const asking = Object.assign(document.createElement('span'), { textContent: words.askingMore });
note.append(asking);
// The list that is shown; null before the first state.
let shown = null;

// The stylesheet hides the settled content until it can take its place.
document.documentElement.classList.add(SETTLING);

const states = new MutationObserver((changes) => {
  for (const { addedNodes } of changes) {
    for (const node of addedNodes) if (node.matches?.('template[data-end]')) show(node.previousElementSibling);
  }
});
states.observe(main, { childList: true });
document.addEventListener('DOMContentLoaded', () => {
  states.disconnect();
  settle(document.querySelector('.settled'));
  document.documentElement.classList.remove(SETTLING);
});

function show(template) {
  if (shown) {
    const list = listIn(template.content);
    addNew(list);
    return announceAbove(list);
  }
  const content = document.importNode(template.content, true);
  shown = listIn(content);
  shown.parentElement.prepend(note);
  template.before(content);
}

function settle(settled) {
  if (!shown) return;
  asking.remove();
  // Without settled content, the connection broke.
  if (!settled) return;
  const list = listIn(settled);
  if (!list) return;
  const engines = settled.querySelector('section > .engines:first-child');
  if (engines) note.prepend(engines);
  const ranked = [...list.children];
  const before = keysOf(shown);
  addNew(list);
  announceAbove(list);
  shown.after(...besides(list, 'next'));
  const beside = [...settled.querySelectorAll('.columns > *')].filter((column) => !column.contains(list));
  shown.closest('.columns')?.append(...beside);
  announceBeside(beside);
  settled.remove();
  const order = ranked.map(keyOf);
  if (isEqual(order, keysOf(shown))) return settledWith(ranked);
  offer(offeredIn(order, before), () => settledWith(ranked));
}

// An answer or a correction that came after the list would move it. A button in the note says it, and puts it there.
function announceAbove(list) {
  const late = besides(list, 'previous').filter(({ className }) => !hasBeside(className));
  for (const element of late.map((one) => document.importNode(one, true))) {
    const { answer } = element.dataset;
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'quiet late' });
    button.textContent = answer ? words.answer.replace('#', () => answer) : element.textContent;
    element.hidden = true;
    element.tabIndex = -1;
    shown.before(element);
    button.addEventListener('click', () => {
      button.remove();
      element.hidden = false;
      element.focus();
    });
    note.append(button);
  }
}

// On a phone, cards that came after the list are below it. A link in the note leads there.
function announceBeside(beside) {
  for (const column of beside) {
    column.classList.add('after');
    const card = column.querySelector('article[id]');
    if (!card) continue;
    const link = Object.assign(document.createElement('a'), {
      href: `#${card.id}`,
      className: 'button quiet late down',
    });
    link.textContent = card.querySelector('h2').textContent;
    note.append(link);
  }
}

// Adds results that are not listed yet, at the end. A story is listed if one of its articles is.
function addNew(list) {
  const known = new Set([...shown.children].flatMap(allKeysOf));
  const added = [...list.children].filter((item) => !allKeysOf(item).some((key) => known.has(key)));
  shown.append(...added.map((item) => document.importNode(item, true)));
}

function offeredIn(order, before) {
  const later = order.filter((key, rank) => !before.includes(key) && rank < before.length).length;
  const text = later === 0 ? words.bestOrder : later === 1 ? words.betterResult : words.betterResults;
  return text.replace('#', later);
}

function offer(text, accept) {
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'quiet' });
  button.textContent = text;
  button.addEventListener('click', () => {
    button.remove();
    accept();
    // The button is gone, and with it the focus.
    main.focus();
  });
  note.append(button);
}

// Replaces only what has changed, so that focus and selection stay where they can.
function settledWith(ranked) {
  for (const [index, item] of ranked.entries()) {
    const old = shown.children[index];
    if (!old) shown.append(item);
    else if (!old.isEqualNode(item)) old.replaceWith(item);
  }
  while (shown.children.length > ranked.length) shown.lastElementChild.remove();
}

const listIn = (root) => root.querySelector('section > ol');
const keyOf = (item) => item.dataset.result;
const keysOf = (list) => [...list.children].map(keyOf);
// A story also has the keys of its other articles.
const allKeysOf = (item) => [
  keyOf(item),
  ...[...item.querySelectorAll('[data-also]')].map(({ dataset }) => dataset.also),
];
const isEqual = (one, other) => one.length === other.length && one.every((key, index) => key === other[index]);
const hasBeside = (className) => besides(shown, 'previous').some((element) => element.className === className);

// What is above or below a list, in the order of the page.
function besides(list, side) {
  const found = [];
  for (let at = list[`${side}ElementSibling`]; at; at = at[`${side}ElementSibling`]) found.push(at);
  return side === 'previous' ? found.reverse() : found;
}

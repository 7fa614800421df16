// Enhances the search page, after app.js: scripts of one page share their constants.

// Keeps empty fields of a search out of its URL.
document.querySelector('form[role=search]')?.addEventListener('formdata', ({ formData }) => {
  for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
});

// Suggestions while typing: a combobox with a listbox, as in the ARIA Authoring Practices.
const SUGGEST_AFTER_MS = 120;
for (const box of document.querySelectorAll('input[data-suggest]')) offerSuggestions(box);

function offerSuggestions(box) {
  const list = document.createElement('ul');
  list.id = 'suggestions';
  list.className = 'suggestions';
  list.hidden = true;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', texts.suggestions);
  box.after(list);
  box.setAttribute('role', 'combobox');
  box.setAttribute('aria-autocomplete', 'list');
  box.setAttribute('aria-controls', list.id);
  box.setAttribute('aria-expanded', 'false');

  let typed = box.value;
  let active = -1;
  let timer;
  let asking;

  const close = () => {
    clearTimeout(timer);
    asking?.abort();
    list.hidden = true;
    active = -1;
    box.setAttribute('aria-expanded', 'false');
    box.removeAttribute('aria-activedescendant');
  };

  const show = (suggestions) => {
    list.replaceChildren(
      ...suggestions.map((text, index) => {
        const item = document.createElement('li');
        item.id = `suggestion-${index}`;
        item.setAttribute('role', 'option');
        item.setAttribute('aria-selected', 'false');
        item.append(...emphasised(text));
        return item;
      }),
    );
    active = -1;
    box.removeAttribute('aria-activedescendant');
    list.hidden = suggestions.length === 0;
    box.setAttribute('aria-expanded', String(!list.hidden));
  };

  // What a suggestion adds to the typed text stands out.
  const emphasised = (text) => {
    const start = typed.trimStart().toLowerCase();
    if (!text.toLowerCase().startsWith(start)) return [text];
    const added = Object.assign(document.createElement('b'), { textContent: text.slice(start.length) });
    return [text.slice(0, start.length), added];
  };

  // The box shows the query that Enter would search. One step beyond either end of the list shows the typed text.
  const move = (step) => {
    const items = [...list.children];
    active = ((active + 1 + step + items.length + 1) % (items.length + 1)) - 1;
    for (const [index, item] of items.entries()) item.setAttribute('aria-selected', String(index === active));
    if (active < 0) box.removeAttribute('aria-activedescendant');
    else box.setAttribute('aria-activedescendant', items[active].id);
    box.value = active < 0 ? typed : items[active].textContent;
  };

  // It handles its own errors, so nobody needs to wait for it.
  const ask = async () => {
    // Aborts the previous request, so that an older reply never replaces a newer one.
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    try {
      const address = `${box.dataset.suggest}?q=${encodeURIComponent(typed)}`;
      const response = await window.fetch(address, { signal, headers: { accept: 'application/json' } });
      if (!response.ok) return close();
      const { suggestions } = await response.json();
      if (!signal.aborted && document.activeElement === box) show(suggestions);
    } catch {
      // Offline, or the server is away: people can search without suggestions.
      if (!signal.aborted) close();
    }
  };

  box.addEventListener('input', () => {
    typed = box.value;
    clearTimeout(timer);
    if (typed.trim() === '') close();
    else timer = setTimeout(ask, SUGGEST_AFTER_MS);
  });
  box.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    if (event.key === 'Escape' && !list.hidden) {
      box.value = typed;
      close();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (list.hidden && typed.trim() !== '') void ask();
      else if (!list.hidden) move(event.key === 'ArrowDown' ? 1 : -1);
    } else return;
    event.preventDefault();
  });
  box.form.addEventListener('submit', close);
  box.addEventListener('blur', close);
  // Keeps the focus in the box. Losing it would close the list before the click.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const item = event.target.closest('[role="option"]');
    if (!item) return;
    box.value = item.textContent;
    box.form.requestSubmit();
  });
}

// Filters apply as they are chosen.
document.addEventListener('change', ({ target }) => {
  if (target.matches('.chip select')) target.form.requestSubmit();
});

// A closed list would apply every choice that an arrow key passes. Such keys open it instead.
let opened = null;
for (const event of ['focusout', 'change', 'click']) {
  document.addEventListener(event, () => {
    opened = null;
  });
}
document.addEventListener('keydown', (event) => {
  const { target, key } = event;
  if (!target.matches('.chip select') || !target.showPicker || isCommand(event)) return;
  if (key === 'Escape' || key === 'Enter') opened = null;
  if (opened === target || !(key.startsWith('Arrow') || key.length === 1)) return;
  event.preventDefault();
  opened = target;
  target.showPicker();
});

// "More results" continues the list in place. If that fails, the link leads there.
const NEXT = '.paging a[rel=next]';
const said = Object.assign(document.createElement('p'), { className: 'unseen' });
said.setAttribute('role', 'status');
document.body.append(said);
document.addEventListener('click', (event) => {
  const link = event.target.closest(NEXT);
  if (!link || event.button !== 0 || isCommand(event) || event.shiftKey) return;
  event.preventDefault();
  if (link.ariaBusy === 'true') return;
  link.ariaBusy = 'true';
  // Offline, or the next page is an error: following the link shows which.
  continueList(link).catch(() => window.location.assign(link.href));
});

async function continueList(link) {
  const response = await window.fetch(link.href);
  if (!response.ok || response.redirected) throw new Error(`The next page is a ${response.status}.`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const next = page.querySelector(NEXT)?.getAttribute('href') ?? null;
  const added = addResults(link, page.querySelectorAll('section > ol > [data-result]'));
  said.textContent = added.length > 0 ? texts.moreShown.replace('#', added.length) : texts.noMore;
  const engines = page.querySelector('.engines');
  if (engines) document.querySelector('.engines')?.replaceWith(document.importNode(engines, true));
  link.ariaBusy = null;
  (linkIn(added[0]) ?? linkIn(listOf(link).lastElementChild))?.focus();
  const more = [...(window.history.state?.more ?? []), ...added.map(({ outerHTML }) => outerHTML)];
  window.history.replaceState({ ...window.history.state, more, next }, '');
  leadTo(next, link);
}

// Whoever comes back finds the list as it was: its entry in the history has what was added, and the order of a list that
// was left while engines were asked. After a while, a reload is for new results.
const LEFT_FOR_MS = 600_000;
document.addEventListener('DOMContentLoaded', () => {
  const { left, more, next } = window.history.state ?? {};
  const link = document.querySelector(NEXT);
  const list = document.querySelector('section > ol:has(> [data-result])');
  if (left && list && Date.now() - left.at < LEFT_FOR_MS) list.replaceChildren(...itemsIn(left.items));
  if (!more || !link) return;
  addResults(link, itemsIn(more));
  leadTo(next, link);
});

const itemsIn = (texts) => [...new DOMParser().parseFromString(texts.join(''), 'text/html').body.children];

const listOf = (link) => link.closest('section').querySelector(':scope > ol');

function addResults(link, results) {
  const list = listOf(link);
  const known = new Set([...list.children].map(({ dataset }) => dataset.result));
  const added = [...results]
    .filter(({ dataset }) => !known.has(dataset.result))
    .map((item) => document.importNode(item, true));
  list.append(...added);
  return added;
}

function leadTo(next, link) {
  if (next) link.setAttribute('href', next);
  else link.remove();
}

// The menu of a result closes when the visitor turns to something else.
const closeMenus = (isLeft) => {
  for (const menu of document.querySelectorAll('.result-menu[open]')) if (isLeft(menu)) menu.open = false;
};
document.addEventListener('click', ({ target }) => closeMenus((menu) => !menu.contains(target)));
document.addEventListener('keydown', ({ key, target }) => {
  if (key !== 'Escape') return;
  const menu = target.closest('.result-menu[open]');
  closeMenus(() => true);
  menu?.querySelector('summary').focus();
});

// Keys, except while somebody types or a dialog is open.
const keys = {
  '/': () => {
    const box = document.getElementById('q');
    box?.focus();
    box?.select();
  },
  j: () => choose(1),
  k: () => choose(-1),
  o: () => linkIn(document.activeElement.closest('[data-result]'))?.click(),
  r: () => document.activeElement.closest('[data-result]')?.querySelector('.read-here')?.click(),
  '?': () => document.getElementById('keys')?.togglePopover?.(),
};
document.addEventListener('keydown', (event) => {
  if (!Object.hasOwn(keys, event.key) || isCommand(event) || event.isComposing) return;
  // Nobody searches for what begins with a question mark: in an empty box, it asks for help too.
  const isHelp = event.key === '?' && event.target.id === 'q' && event.target.value === '';
  if (!isHelp && event.target.closest('input, textarea, select, [contenteditable], dialog')) return;
  event.preventDefault();
  keys[event.key]();
});

function choose(step) {
  const links = [...document.querySelectorAll('main [data-result]')]
    .filter((item) => item.getClientRects().length > 0)
    .flatMap((item) => linkIn(item) ?? []);
  const chosen = document.activeElement.closest('[data-result]');
  const at = links.findIndex((link) => link.closest('[data-result]') === chosen);
  links[at < 0 ? 0 : at + step]?.focus();
}

function linkIn(item) {
  return item?.querySelector('a.title-link, a[href]') ?? null;
}

function isCommand(event) {
  return event.ctrlKey || event.metaKey || event.altKey;
}

// Enhances images, news and videos. Listeners are on the document, because content may come later.

// The pane of a picture is a popover that the browser opens, closes and focuses. This adds the way to its neighbours.
const openPane = () => document.querySelector('.pane:popover-open');
const panes = () => [...document.querySelectorAll('.images .pane')];
const tileOf = (pane) => pane.closest('li').querySelector('.open');

function neighbour(pane, step) {
  const all = panes();
  return all[all.indexOf(pane) + step];
}

function move(pane, step) {
  const next = neighbour(pane, step);
  if (!next) return;
  // Who pressed a button goes on with the same one.
  const pressed = document.activeElement?.dataset.step;
  next.showPopover({ source: tileOf(next) });
  const button = pressed && next.querySelector(`[data-step="${pressed}"]`);
  if (button && !button.disabled) button.focus();
}

// Neither event bubbles.
document.addEventListener(
  'beforetoggle',
  ({ target, newState }) => {
    if (newState !== 'open' || !target.matches('.pane')) return;
    for (const button of target.querySelectorAll('[data-step]')) {
      button.hidden = false;
      button.disabled = !neighbour(target, Number(button.dataset.step));
    }
  },
  true,
);
document.addEventListener(
  'toggle',
  ({ target, newState }) => {
    if (!target.matches('.pane')) return;
    if (newState === 'open') return target.closest('li').scrollIntoView({ block: 'nearest' });
    // The browser knows only where the first pane was opened. One goes on from the picture that one saw last, unless one
    // has gone elsewhere by a click.
    const active = document.activeElement;
    const isHere = active === document.body || target.contains(active) || active.matches('.open');
    if (isHere && !openPane()) tileOf(target).focus();
  },
  true,
);
document.addEventListener('click', ({ target }) => {
  const button = target.closest('.pane [data-step]');
  if (button) move(button.closest('.pane'), Number(button.dataset.step));
});
document.addEventListener('keydown', (event) => {
  const pane = openPane();
  if (!pane || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select')) return;
  const forward = getComputedStyle(pane).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
  event.preventDefault();
  move(pane, event.key === forward ? 1 : -1);
});

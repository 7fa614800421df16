// Adds new requests to the list as they end. Without it, a link reloads the page.

const MAX_ROWS = 200;

const live = document.querySelector('[data-live]');
const list = document.querySelector('.requests');
const body = list?.querySelector('tbody');

if (live && body) {
  const status = live.querySelector('[role="status"]');
  const button = live.querySelector('button');
  const reload = live.querySelector('.reload');
  let source;
  let last = '';

  const say = (state) => {
    status.textContent = status.dataset[state];
    live.dataset.state = state;
    button.hidden = state === 'away';
    button.textContent = button.dataset[state === 'paused' ? 'resume' : 'pause'];
    reload.hidden = state === 'on';
  };

  const add = ({ data, lastEventId }) => {
    last = lastEventId;
    const row = new window.DOMParser().parseFromString(`<table><tbody>${data}</tbody></table>`, 'text/html');
    const fresh = row.querySelector('tr');
    if (!fresh || document.getElementById(fresh.id)) return;
    fresh.classList.add('new');
    body.prepend(document.adoptNode(fresh));
    list.classList.remove('none');
    list.querySelector('.empty')?.remove();
    while (body.rows.length > MAX_ROWS) body.lastElementChild.remove();
  };

  const begin = () => {
    const address = new URL(live.dataset.live, window.location.href);
    if (last) address.searchParams.set('after', last);
    source = new window.EventSource(address);
    source.addEventListener('begun', () => say('on'));
    source.addEventListener('row', add);
    // It connects again by itself, unless it was refused.
    source.addEventListener('error', () => {
      if (source.readyState === window.EventSource.CLOSED) say('away');
    });
  };

  button.addEventListener('click', () => {
    if (live.dataset.state === 'on') {
      source.close();
      say('paused');
    } else {
      begin();
    }
  });
  begin();
}

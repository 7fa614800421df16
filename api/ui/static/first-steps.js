// Shows the first request of a new key as it arrives. Without JavaScript, a link looks.

const LOOK_EVERY_MS = 2_000;
/** An hour. A page that is forgotten in a tab asks no more. */
let looksLeft = 1_800;

const look = async () => {
  const waiting = document.querySelector('[data-awaits]');
  if (!waiting || looksLeft-- <= 0) return;
  const page = await window
    .fetch(waiting.querySelector('a').href)
    .then(async (reply) => (reply.ok ? new DOMParser().parseFromString(await reply.text(), 'text/html') : null))
    // Offline, or the server is away: the next look finds it again.
    .catch(() => null);
  const shown = page?.getElementById(waiting.id);
  if (shown && !shown.dataset.awaits) {
    waiting.replaceWith(shown);
    document.querySelector('.skip-steps').remove();
    document.querySelector('.steps').replaceWith(page.querySelector('.steps'));
    return;
  }
  setTimeout(look, LOOK_EVERY_MS);
};
setTimeout(look, LOOK_EVERY_MS);

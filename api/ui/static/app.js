// Enhances pages that also work without JavaScript.

const texts = JSON.parse(document.body.dataset.texts);

// Stores the visitor's time zone for answers about time. A cookie, so that search URLs do not reveal the location.
const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone ?? '');
// This file is at /static/ below the path under which a proxy serves the pages.
const basePath = new URL('..', document.currentScript.src).pathname.slice(0, -1) || '/';
const overHttps = window.location.protocol === 'https:' ? '; secure' : '';
// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https.
document.cookie = `tributary_tz=${zone}; path=${basePath}; max-age=31536000; samesite=lax${overHttps}`;

// Copy buttons are shown only where copying works. They copy a given text, the element with
// the given ID, or else what is before them.
document.documentElement.classList.toggle('copies', Boolean(navigator.clipboard));
document.addEventListener('click', async ({ target }) => {
  const button = target.closest('[data-copy]');
  if (!button) return;
  const source = document.getElementById(button.dataset.copy) ?? button.previousElementSibling;
  await navigator.clipboard.writeText(button.dataset.copyText ?? source.textContent.trim());
  button.dataset.label ??= button.textContent;
  button.textContent = texts.copied;
  setTimeout(() => {
    button.textContent = button.dataset.label;
  }, 2_000);
});

// Irreversible actions lead to a page that asks for confirmation. With JavaScript, the browser asks, and the form sends
// what that page would send.
for (const form of document.querySelectorAll('form[data-confirm]')) {
  form.addEventListener('submit', (event) => {
    if (!window.confirm(form.dataset.confirm)) {
      event.preventDefault();
      return;
    }
    const token = Object.assign(document.createElement('input'), { type: 'hidden', name: 'csrf' });
    token.value = form.dataset.csrf;
    form.append(token);
    form.method = 'post';
  });
}

// Hides pictures that fail to load. They keep their space, so that no text moves.
const withdraw = (image) => {
  image.hidden = image.closest('.picture') !== null;
};
document.addEventListener('error', ({ target }) => target instanceof HTMLImageElement && withdraw(target), true);
for (const image of document.images)
  if (image.complete && image.naturalWidth === 0 && image.currentSrc) withdraw(image);

// The theme changes at once; the form only stores it. If that fails, the form is sent as without JavaScript.
document.addEventListener('submit', async (event) => {
  const { target: form, submitter } = event;
  if (!form.matches('.theme') || !submitter) return;
  event.preventDefault();
  const fields = new FormData(form, submitter);
  const choice = submitter.value;
  if (choice === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  for (const button of form.elements) if (button.name === 'theme') button.ariaPressed = String(button === submitter);
  const stored = await window
    .fetch(form.action, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
    // Offline, or the server is away: sending the form shows which.
    .catch(() => null);
  if (stored?.type === 'opaqueredirect') return;
  form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'theme', value: choice }));
  form.submit();
});

// Shows a password, and hides it again. It is sent as a password, so that browsers remember it as one.
const reveal = (field, isShown) => {
  field.querySelector('input').type = isShown ? 'text' : 'password';
  const button = field.querySelector('.reveal');
  button.textContent = isShown ? button.dataset.hide : button.dataset.show;
};
document.addEventListener('click', ({ target }) => {
  const button = target.closest('.reveal');
  const field = button?.closest('.secret');
  if (field) reveal(field, field.querySelector('input').type === 'password');
});
document.addEventListener('submit', ({ target }) => {
  for (const field of target.querySelectorAll('.secret')) reveal(field, false);
});

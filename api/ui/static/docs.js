// Enhances the API reference, whose pages also work without JavaScript.

/** What stands for the reply while it is awaited. */
const LATE_LINES = 3;
const late = () => Object.assign(document.createElement('span'), { className: 'skeleton' });

// The list of endpoints is longer than most windows.
document.querySelector('#contents [aria-current]')?.scrollIntoView({ block: 'nearest' });

// A form's reply is a page; what it has of the reply takes its place in this one, which stays where it is.
document.addEventListener('submit', async (event) => {
  const { target: form, submitter } = event;
  const result = document.getElementById(form.dataset.result);
  if (!result) return;
  event.preventDefault();
  const label = submitter.textContent;
  submitter.disabled = true;
  submitter.textContent = submitter.dataset.busy;
  result.replaceChildren(...Array.from({ length: LATE_LINES }, late));
  const fields = new URLSearchParams(new FormData(form));
  const page = await window
    .fetch(form.action, { method: 'POST', body: fields })
    .then(async (reply) => (reply.ok ? new DOMParser().parseFromString(await reply.text(), 'text/html') : null))
    // Offline, or the server is away: sending the form shows which.
    .catch(() => null);
  const shown = page?.getElementById(result.id);
  submitter.disabled = false;
  submitter.textContent = label;
  if (!shown) {
    form.submit();
    return;
  }
  result.replaceChildren(...shown.childNodes);
});

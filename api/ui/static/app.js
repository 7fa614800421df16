// Convenience on top of pages that work without it.

// Copy buttons: shown only where copying works.
for (const button of document.querySelectorAll('[data-copy]')) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const source = document.getElementById(button.dataset.copy);
    await navigator.clipboard.writeText(source.textContent.trim());
    const before = button.textContent;
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = before;
    }, 2_000);
  });
}

// Buttons that cannot be undone lead to a page that asks. Here the browser asks, and what that page would send is sent.
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

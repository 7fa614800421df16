// Remembers the language of samples, which are also chosen without JavaScript.

const language = 'tributary-samples';

// The language that is chosen once is chosen for all samples, also on other pages.
const choose = (value) => {
  for (const input of document.querySelectorAll('.languages input')) if (input.value === value) input.checked = true;
};
const remembered = () => {
  try {
    return localStorage.getItem(language);
  } catch {
    // The browser keeps nothing.
    return null;
  }
};
choose(remembered());
document.addEventListener('change', ({ target }) => {
  if (!target.matches('.languages input')) return;
  choose(target.value);
  try {
    localStorage.setItem(language, target.value);
  } catch {
    // The browser keeps nothing: it is chosen on this page.
  }
});

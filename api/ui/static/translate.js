// Enhances the translation tab, after app.js: it translates while one types.

// Long enough for a pause in typing, short enough to feel immediate.
const TRANSLATE_AFTER_MS = 500;
const translationForm = document.querySelector('form.translation');
if (translationForm) translateWhileTyping(translationForm);

function translateWhileTyping(form) {
  const { text, source, target, translated, detected, csrf, swap } = form.elements;
  const output = document.getElementById('translation');
  const characters = document.getElementById('characters');
  const said = form.querySelector('.said');
  const auto = source.querySelector('[value=auto]');
  const detectText = texts.detectLanguage;
  const max = Number(form.dataset.max);
  const number = new Intl.NumberFormat(document.documentElement.lang);
  const wanted = () => JSON.stringify([text.value, source.value, target.value]);
  let known = output.textContent === '' ? '' : wanted();
  let languages = [source.value, target.value];
  let timer;
  let asking;

  const count = () => {
    const length = [...text.value].length;
    characters.textContent = `${number.format(length)} / ${number.format(max)}`;
    characters.classList.toggle('wrong', length > max);
    text.setAttribute('aria-invalid', String(length > max));
    return length;
  };

  const say = (words, isWrong = false) => {
    said.textContent = words;
    said.classList.toggle('wrong', isWrong);
    form.classList.toggle('asking', words === texts.translating);
  };

  // A text that is in the target language already goes to another language of the visitor.
  const isTargetOf = (code) => code !== '' && code.split('-')[0] === target.value.split('-')[0];
  const pickOther = (code) =>
    navigator.languages.some((other) => other.split('-')[0] !== code.split('-')[0] && pick(target, other));
  let isChosen = known !== '';

  const show = ({ text: shown, target: lang, detected: code, name }) => {
    output.textContent = shown;
    output.lang = lang;
    translated.value = shown;
    detected.value = code;
    auto.textContent = code === '' ? detectText : texts.detected.replace('#', name);
  };

  // It handles its own errors, so nobody needs to wait for it.
  const ask = async () => {
    clearTimeout(timer);
    const length = count();
    if (text.value.trim() === '') {
      // Aborts what is on its way, so that an older reply never replaces a newer one.
      asking?.abort();
      known = '';
      show({ text: '', target: '', detected: '', name: '' });
      return say('');
    }
    if (length > max || wanted() === known) return;
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    const asked = wanted();
    const fields = { csrf: csrf.value, text: text.value, source: source.value, target: target.value };
    say(texts.translating);
    try {
      const response = await window.fetch(`${form.action}.json`, {
        method: 'POST',
        signal,
        body: new URLSearchParams(fields),
      });
      const reply = await response.json();
      if (signal.aborted) return;
      if (!response.ok) return say(reply.problems.join(' '), true);
      const isSame = isTargetOf(reply.detected);
      if (isSame && !isChosen && pickOther(reply.detected)) return ask();
      known = asked;
      show({ ...reply, text: isSame ? '' : reply.text, name: reply.detected_name });
      say(isSame ? texts.sameLanguage.replace('#', reply.detected_name) : '');
    } catch {
      // Offline, or the server is away.
      if (!signal.aborted) say(texts.notTranslated, true);
    }
  };

  // The languages cannot be the same: choosing the other's swaps them.
  const choose = ({ target: changed }) => {
    const [from, to] = languages;
    if (source.value === target.value) {
      if (changed === target) pick(source, to);
      else pick(target, from === 'auto' ? detected.value : from);
    }
    languages = [source.value, target.value];
    isChosen = true;
    void ask();
  };

  // Backends know variants of a language only as targets: `pt` is found as `pt-PT`.
  function pick(select, code) {
    const plain = code.split('-')[0];
    const found =
      [...select.options].find(({ value }) => value === code) ??
      [...select.options].find(({ value }) => value !== 'auto' && value.split('-')[0] === plain);
    if (found) select.value = found.value;
    return found !== undefined;
  }

  const swapAll = (event) => {
    event.preventDefault();
    const [from, to] = [source.value === 'auto' ? detected.value : source.value, target.value];
    if (from === '' || !pick(target, from)) return;
    pick(source, to);
    languages = [source.value, target.value];
    asking?.abort();
    const before = text.value;
    text.value = output.textContent;
    show({ text: before, target: target.value, detected: '', name: '' });
    known = text.value === '' ? '' : wanted();
    say('');
    count();
  };

  text.addEventListener('input', () => {
    count();
    clearTimeout(timer);
    timer = setTimeout(ask, text.value === '' ? 0 : TRANSLATE_AFTER_MS);
  });
  text.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void ask();
  });
  source.addEventListener('change', choose);
  target.addEventListener('change', choose);
  swap.addEventListener('click', swapAll);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    known = '';
    void ask();
  });
  // A query that came with the address, or that the browser has kept.
  if (known === '') void ask();
}

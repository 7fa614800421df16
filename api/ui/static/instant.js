// Enhances instant answers. Behaviours are custom elements or listeners on the document, because content may come later.

const INSTANT_URL = new URL('../instant', document.currentScript.src).href;
const ASK_AFTER_MS = 150;

// The answer to a query as the page would show it; null if there is none, or a newer query was asked meanwhile.
const askInstant = async (q, signal) => {
  try {
    const response = await window.fetch(`${INSTANT_URL}?q=${encodeURIComponent(q)}`, { signal });
    if (!response.ok) return null;
    const parsed = new window.DOMParser().parseFromString(await response.text(), 'text/html');
    return parsed.querySelector('.instant');
  } catch {
    // Offline, or no longer wanted: what is shown stays.
    return null;
  }
};

// Runs the last of several tasks in quick succession, and aborts the one before.
const latest = (task) => {
  let timer;
  let asking;
  return (...args) => {
    clearTimeout(timer);
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    timer = setTimeout(() => task(signal, ...args), ASK_AFTER_MS);
  };
};

const define = (name, connected, disconnected) =>
  window.customElements.define(
    `instant-${name}`,
    class extends HTMLElement {
      connectedCallback() {
        connected(this);
      }

      disconnectedCallback() {
        disconnected?.(this);
      }
    },
  );

// Calculations of this session, newest first.
const HISTORY = 'tributary_calculations';
const MAX_HISTORY = 20;
const readHistory = () => JSON.parse(window.sessionStorage.getItem(HISTORY) ?? '[]');

define('calculator', (element) => {
  const form = element.querySelector('form');
  const field = form.querySelector('input');
  const show = () => {
    const items = readHistory().map(({ line, value }) => {
      const item = document.createElement('li');
      const button = Object.assign(document.createElement('button'), { type: 'button', className: 'plain' });
      button.textContent = line;
      button.addEventListener('click', () => {
        field.setRangeText(value, field.selectionStart, field.selectionEnd, 'end');
        field.focus();
      });
      item.append(button);
      return item;
    });
    element.querySelector('.history ol').replaceChildren(...items);
    element.querySelector('.history').classList.toggle('filled', items.length > 0);
  };
  const keep = () => {
    const { expression, sign, value, number } = element.dataset;
    const line = `${expression} ${sign} ${value}`;
    const others = readHistory().filter((each) => each.line !== line);
    const kept = [{ line, value: number }, ...others].slice(0, MAX_HISTORY);
    window.sessionStorage.setItem(HISTORY, JSON.stringify(kept));
    show();
  };
  // An empty one has nothing to keep yet.
  if (element.dataset.expression) keep();
  else show();
  // Keys write into the field without a focus, which would open the keyboard of a phone.
  element.querySelector('.keypad').addEventListener('click', ({ target }) => {
    const { key } = target.dataset;
    if (key) field.value = key === '⌫' ? field.value.slice(0, -1) : field.value + key;
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const typed = field.value.trim();
    // What begins with a sign goes on with the last result. A minus with a space after it is a sign.
    const isNext = /^([+*/×÷^%−]|- |mod\b)/.test(typed);
    const found = await askInstant(isNext ? `${element.dataset.number} ${typed}` : typed);
    const next = found?.querySelector('instant-calculator');
    // Not a calculation: it may be something to search for.
    if (!next) return form.submit();
    Object.assign(element.dataset, next.dataset);
    for (const part of ['.asked', '.answer .value']) {
      element.querySelector(part).textContent = next.querySelector(part).textContent;
    }
    field.value = '';
    keep();
  });
});

// A number as people write it in the language of the page.
const pageLanguage = document.documentElement.lang;
const decimalSign = (1.5).toLocaleString(pageLanguage).charAt(1);
const groupSign = decimalSign === ',' ? /\./g : /,/g;
const numberIn = (text) => Number(text.replace(/[\s']/g, '').replace(groupSign, '').replace(decimalSign, '.'));
const plainNumber = (value, digits) =>
  value.toLocaleString(pageLanguage, { useGrouping: false, maximumSignificantDigits: digits });
const inCents = { useGrouping: false, minimumFractionDigits: 2, maximumFractionDigits: 2 };
const asMoney = (value) => (Math.abs(value) >= 1 ? value.toLocaleString(pageLanguage, inCents) : plainNumber(value, 6));

define('converter', (element) => {
  const fields = [...element.querySelectorAll('input')];
  const rate = Number(element.dataset.rate);
  const ask = latest(async (signal, from, to) => {
    const found = await askInstant(`${from.value} ${from.dataset.unit} in ${to.dataset.unit}`, signal);
    const given = found?.querySelectorAll('instant-converter input')[1];
    if (!signal.aborted) to.value = given?.dataset.unit === to.dataset.unit ? given.value : '';
  });
  for (const [at, from] of fields.entries()) {
    const to = fields[1 - at];
    from.readOnly = false;
    from.addEventListener('input', () => {
      if (!rate) return ask(from, to);
      const amount = from.value.trim() === '' ? Number.NaN : numberIn(from.value);
      to.value = Number.isFinite(amount) ? asMoney(at === 0 ? amount * rate : amount / rate) : '';
    });
  }
});

define('colour', (element) => {
  const picker = element.querySelector('input[type=color]');
  const ask = latest(async (signal) => {
    const found = await askInstant(picker.value, signal);
    if (!found || signal.aborted) return;
    // All but the picker, which is open.
    for (const part of ['.colour-shown', '.colour-named .answer', '.contrasts', '.notations']) {
      element.querySelector(part).replaceChildren(...document.importNode(found.querySelector(part), true).childNodes);
    }
  });
  picker.addEventListener('input', () => ask());
});

// Runs at the start of every second, as long as the element is on the page.
const eachSecond = (run) => (element) => {
  const step = () => {
    if (!element.isConnected) return;
    run(element);
    setTimeout(step, 1_000 - (Date.now() % 1_000));
  };
  step();
};

define(
  'clock',
  eachSecond((element) => {
    const timeZone = element.dataset.zone;
    const now = new Date();
    const time = element.querySelector('time');
    time.textContent = now.toLocaleTimeString(pageLanguage, { timeZone, timeStyle: 'medium' });
    time.dateTime = now.toISOString();
    const date = now.toLocaleDateString(pageLanguage, { timeZone, dateStyle: 'full' });
    element.querySelector('.clock-date').textContent = date;
  }),
);

define(
  'countdown',
  eachSecond((element) => {
    const left = Math.max(0, Math.floor((Number(element.dataset.until) - Date.now()) / 1_000));
    const parts = [Math.floor(left / 86_400), Math.floor(left / 3_600) % 24, Math.floor(left / 60) % 60, left % 60];
    for (const [at, place] of [...element.querySelectorAll('[data-unit]')].entries()) {
      const { unit } = place.dataset;
      const count = new Intl.NumberFormat(pageLanguage, { style: 'unit', unit, unitDisplay: 'long' });
      // The number stands out: 1 hour, 2 hours, 1 Stunde.
      place.replaceChildren(
        ...count.formatToParts(parts[at]).map(({ type, value }) => {
          if (type !== 'integer') return value;
          return Object.assign(document.createElement('b'), { textContent: value });
        }),
      );
    }
  }),
);

// Timer and stopwatch: the time that has passed, by the clock that never jumps.
const twoDigits = (value) => String(value).padStart(2, '0');
const clockText = (seconds) => {
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return [...(hours > 0 ? [hours] : []), minutes, rest].map(twoDigits).join(':');
};
const runWatch = (element, show) => {
  const run = element.querySelector('[data-run]');
  let passed = 0;
  let since = null;
  let ticking;
  const passedMs = () => passed + (since === null ? 0 : performance.now() - since);
  const tick = () => show(passedMs(), stop);
  const stop = () => {
    passed = passedMs();
    since = null;
    clearInterval(ticking);
    run.textContent = run.dataset.start;
  };
  run.addEventListener('click', () => {
    if (since !== null) return stop();
    since = performance.now();
    ticking = setInterval(tick, 100);
    run.textContent = run.dataset.pause;
    tick();
  });
  element.querySelector('[data-reset]').addEventListener('click', () => {
    stop();
    passed = 0;
    tick();
  });
  element.querySelector('fieldset').disabled = false;
  return { passedMs, tick };
};

define('timer', (element) => {
  const [face, bar, note] = ['.answer', 'progress', '[role=status]'].map((each) => element.querySelector(each));
  let total = Number(element.dataset.seconds);
  const { tick } = runWatch(element, (passedMs, stop) => {
    const left = Math.max(0, total - passedMs / 1_000);
    const isOver = left === 0;
    face.textContent = clockText(Math.ceil(left));
    Object.assign(bar, { max: total, value: left });
    element.classList.toggle('over', isOver);
    note.textContent = isOver ? element.dataset.over : '';
    if (!isOver) return;
    stop();
    ring();
  });
  element.querySelector('[data-add]').addEventListener('click', ({ target }) => {
    total += Number(target.dataset.add);
    tick();
  });
});

// Three short tones.
const ring = () => {
  const audio = new window.AudioContext();
  const volume = audio.createGain();
  volume.gain.value = 0.15;
  volume.connect(audio.destination);
  for (const at of [0, 0.4, 0.8]) {
    const tone = audio.createOscillator();
    tone.frequency.value = 880;
    tone.connect(volume);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + 0.2);
  }
  setTimeout(() => audio.close(), 2_000);
};

define('stopwatch', (element) => {
  const face = element.querySelector('.answer');
  const faceOf = (ms) => `${clockText(Math.floor(ms / 1_000))}.${Math.floor(ms / 100) % 10}`;
  const laps = element.querySelector('.laps');
  const { passedMs } = runWatch(element, (ms) => {
    face.textContent = faceOf(ms);
    if (ms === 0) laps.replaceChildren();
  });
  element.querySelector('[data-lap]').addEventListener('click', () => {
    laps.append(Object.assign(document.createElement('li'), { textContent: faceOf(passedMs()) }));
  });
});

// Draws again, in place.
document.addEventListener('click', async (event) => {
  const link = event.target.closest('[data-again]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const found = await askInstant(new URL(link.href).searchParams.get('q'));
  if (!found) return window.location.assign(link.href);
  const card = link.closest('.instant');
  card.replaceChildren(...document.importNode(found, true).childNodes);
  card.querySelector('[data-again]')?.focus();
});

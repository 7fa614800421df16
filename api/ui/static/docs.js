// Adds what the template of the API reference lacks: a viewport for phones, and the visitor's colour scheme.
const viewport = Object.assign(document.createElement('meta'), { name: 'viewport' });
viewport.content = 'width=device-width, initial-scale=1';
document.head.append(viewport);

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

// The playground takes a key without the word before it. Without a key, it calls for the signed-in user.
const base = location.pathname.replace(/\/docs(\/.*)?$/, '');

// The way back, and to a key for the calls that the page shows.
const links = document.createElement('nav');
links.className = 'way-back';
links.setAttribute('aria-label', 'Tributary');
for (const [path, text] of [
  ['/', 'Search'],
  ['/settings/api-keys', 'Create a key'],
]) {
  links.append(Object.assign(document.createElement('a'), { href: base + path, textContent: text }));
}
document.body.prepend(links);

// The call that the page shows has a placeholder for the key; the one that it makes has the session.
const PLACEHOLDER = 'Api-Key <key>';

const callForUser =
  (csrf) =>
  (url, { method, headers: { Authorization: _, ...headers }, body }) =>
    window.fetch(`${base}/docs/try${new URL(url).pathname.slice(base.length)}${new URL(url).search}`, {
      method,
      headers: { ...headers, 'X-CSRF-Token': csrf },
      body,
    });

async function authorise(request) {
  if (!new URL(request.url, location.href).pathname.startsWith(`${base}/api/v1/`)) return request;
  const key = (request.headers.Authorization ?? '').trim();
  if (key !== '') {
    request.headers.Authorization = /\s/.test(key) ? key : `Api-Key ${key}`;
    return request;
  }
  const { csrf } = await (await window.fetch(`${base}/docs/session`)).json();
  if (!csrf) return request;
  request.headers.Authorization = PLACEHOLDER;
  request.userFetch = callForUser(csrf);
  return request;
}

// The page would fill in the defaults and examples of optional parameters and send them with every call, so it shows
// defaults as text.
function leaveFiltersEmpty(response) {
  if (!response.url.endsWith('/docs/json')) return response;
  const api = JSON.parse(response.text);
  const operations = Object.values(api.paths).flatMap((path) => Object.values(path));
  for (const parameter of operations.flatMap(({ parameters = [] }) => parameters)) {
    if (parameter.required) continue;
    const { default: usual, example: _, ...schema } = parameter.schema;
    delete parameter.example;
    parameter.schema = schema;
    if (usual !== undefined && usual !== '') parameter.description = `${parameter.description} Default: \`${usual}\`.`;
  }
  return Object.assign(response, { text: JSON.stringify(api) });
}

const swaggerUi = window.SwaggerUIBundle;
window.SwaggerUIBundle = Object.assign(
  (config) => swaggerUi({ ...config, requestInterceptor: authorise, responseInterceptor: leaveFiltersEmpty }),
  swaggerUi,
);

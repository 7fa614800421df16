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

const callForUser = (csrf) => (url, options) =>
  window.fetch(`${base}/docs/try${new URL(url).pathname.slice(base.length)}${new URL(url).search}`, {
    method: options.method,
    headers: { ...options.headers, 'X-CSRF-Token': csrf },
    body: options.body,
  });

async function authorise(request) {
  if (!new URL(request.url, location.href).pathname.startsWith(`${base}/api/v1/`)) return request;
  const key = (request.headers.Authorization ?? '').trim();
  if (key !== '') {
    request.headers.Authorization = /\s/.test(key) ? key : `Api-Key ${key}`;
    return request;
  }
  const { csrf } = await (await window.fetch(`${base}/docs/session`)).json();
  if (csrf) request.userFetch = callForUser(csrf);
  return request;
}

const swaggerUi = window.SwaggerUIBundle;
window.SwaggerUIBundle = Object.assign((config) => swaggerUi({ ...config, requestInterceptor: authorise }), swaggerUi);

// Adds what the template of the API reference lacks: a viewport for phones, and the visitor's colour scheme.
const viewport = Object.assign(document.createElement('meta'), { name: 'viewport' });
viewport.content = 'width=device-width, initial-scale=1';
document.head.append(viewport);

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

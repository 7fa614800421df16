// What the template of the API reference leaves out: it fits a phone, and follows the visitor's colours.
const viewport = Object.assign(document.createElement('meta'), { name: 'viewport' });
viewport.content = 'width=device-width, initial-scale=1';
document.head.append(viewport);

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

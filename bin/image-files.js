// Collects the files that a deployment runs, from a built project: `node bin/image-files.js FOLDER`. The Dockerfile makes
// the image from them. They are the bundles, the files that the code reads, and of node_modules only what cannot be
// bundled.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtBundles, isReadByCode } from './build.js';
import { ENTRIES } from './bundle.js';
import { keptPackages } from './kept-packages.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PLAIN = ['LICENSE', 'package.json', 'api/ui/static', 'bin/health-check.js'];
/** What only `npm start` runs. */
const ONLY_START = ['bin/start-parts.ts', 'sandbox/main.ts'];
/** Folders of dist/ whose data files only `npm start` or the workshop reads. */
const NOT_READ = ['bench', 'sandbox', 'tools'];
/** Files of packages that nothing loads at run time. */
const UNREAD = /\.(map|md|markdown|[cm]?ts|tsbuildinfo)$|(^|\/)(test|tests|examples|e2e|benchmark|\.github)\//;
/** What every package brings along. */
const ALWAYS = /^(package\.json|licen[cs]e.*)$/i;

const at = (...names) => path.join(ROOT, ...names);

/** Names of all files in a folder, from that folder. */
function filesIn(folder) {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)));
}

/** The files of dist/ that processes run or read. */
function builtFiles() {
  const entries = Object.entries(ENTRIES).filter(([source]) => !ONLY_START.includes(source));
  const entryFiles = entries.map(([source]) => path.normalize(source.replace(/\.ts$/, '.js')));
  const bundles = withImported(entries.map(([, name]) => `${name}.js`));
  const data = filesIn(at('dist')).filter((name) => isReadByCode(name) && !NOT_READ.includes(name.split(path.sep)[0]));
  return [...entryFiles, ...bundles, ...data].map((name) => path.join('dist', name));
}

/** Bundles and all that they import. */
function withImported(names) {
  const all = builtBundles();
  const found = new Set(names);
  for (const name of found) for (const imported of all[name] ?? []) found.add(imported);
  return [...found];
}

/** The files of the packages that stay in node_modules. */
function packageFiles() {
  return [...keptPackages()].flatMap(([folder, wanted]) => {
    const isWanted = (file) =>
      wanted === 'all' ||
      ALWAYS.test(file) ||
      (isRequired(folder, file) && wanted.some((start) => file.startsWith(path.normalize(start))));
    return filesIn(at(folder))
      .filter((name) => !name.startsWith('node_modules') && !UNREAD.test(name) && isWanted(name))
      .map((name) => path.join(folder, name));
  });
}

/** Whether a file is not the twin of a CommonJS module: code loads what it names at run time with `require`. */
function isRequired(folder, file) {
  return !file.endsWith('.js') || !fs.existsSync(at(folder, file.replace(/\.js$/, '.cjs')));
}

const [folder] = process.argv.slice(2);
if (!folder) {
  process.stderr.write('Usage: node bin/image-files.js FOLDER\n');
  process.exit(2);
}
for (const name of [...PLAIN, ...builtFiles(), ...packageFiles()]) {
  fs.cpSync(at(name), path.join(folder, name), { recursive: true });
}

// Collects the files that a deployment runs, from a built project: `node bin/image-files.js FOLDER`. The Dockerfile makes
// the image from them. They are the bundles, the files that the code reads, and of node_modules only what cannot be
// bundled.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleNames, isReadByCode } from './build.js';
import { ENTRIES, PACKAGES } from './bundle.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PLAIN = ['LICENSE', 'package.json', 'api/ui/static', 'bin/health-check.js'];
/** Folders of dist/ whose files belong to the workshop. */
const WORKSHOP = ['bench', 'sandbox', 'tools'];
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
  const compiledEntries = Object.keys(ENTRIES).map((source) => path.normalize(source.replace(/\.ts$/, '.js')));
  const bundles = bundleNames().filter((name) => name.endsWith('.js'));
  const isRun = (name) => bundles.includes(name) || compiledEntries.includes(name) || isReadByCode(name);
  return filesIn(at('dist'))
    .filter((name) => isRun(name) && !WORKSHOP.includes(name.split(path.sep)[0]))
    .map((name) => path.join('dist', name));
}

/** The files of the packages that stay in node_modules. */
function packageFiles() {
  const whole = new Set();
  const files = [];
  const add = (folder, isWanted) => {
    const own = filesIn(at(folder)).filter((name) => !name.startsWith('node_modules') && !UNREAD.test(name));
    files.push(...own.filter(isWanted).map((name) => path.join(folder, name)));
  };
  for (const [name, wanted] of Object.entries(PACKAGES)) {
    const folder = path.join('node_modules', name);
    if (!Array.isArray(wanted)) addPackage(folder, whole);
    else
      add(
        folder,
        (file) =>
          ALWAYS.test(file) ||
          (isRequired(folder, file) && wanted.some((start) => file.startsWith(path.normalize(start)))),
      );
  }
  for (const folder of whole) add(folder, () => true);
  return files;
}

/** Whether a file is not the twin of a CommonJS module: code loads what it names at run time with `require`. */
function isRequired(folder, file) {
  return !file.endsWith('.js') || !fs.existsSync(at(folder, file.replace(/\.js$/, '.cjs')));
}

/** Adds the folder of a package and those of all packages that it needs. */
function addPackage(folder, folders) {
  if (folders.has(folder)) return;
  folders.add(folder);
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    fs.readFileSync(at(folder, 'package.json'), 'utf8'),
  );
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const found = installedFor(folder, name);
    if (found) addPackage(found, folders);
    else if (!(name in optionalDependencies)) throw new Error(`${folder} needs ${name}, which is not installed`);
  }
}

/** The folder in which the code of a package finds another one: the nearest above it. */
function installedFor(folder, name) {
  for (let parent = folder; parent !== '.'; parent = path.dirname(parent)) {
    const candidate = path.join(parent, 'node_modules', name);
    if (fs.existsSync(at(candidate))) return candidate;
  }
  const candidate = path.join('node_modules', name);
  return fs.existsSync(at(candidate)) ? candidate : null;
}

const [folder] = process.argv.slice(2);
if (!folder) {
  process.stderr.write('Usage: node bin/image-files.js FOLDER\n');
  process.exit(2);
}
for (const name of [...PLAIN, ...builtFiles(), ...packageFiles()]) {
  fs.cpSync(at(name), path.join(folder, name), { recursive: true });
}

// The packages that are not in the bundles, which processes load from node_modules.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGES } from './bundle.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MODULES = 'node_modules';
const at = (...names) => path.join(ROOT, ...names);

/**
 * The folders of these packages, and what is loaded of each: all, or what begins with one of these names.
 * @returns {Map<string, readonly string[] | 'all'>}
 */
export function keptPackages() {
  const kept = new Map();
  for (const [name, wanted] of Object.entries(PACKAGES)) {
    const folder = path.join(MODULES, name);
    if (Array.isArray(wanted)) kept.set(folder, wanted);
    else addPackage(folder, kept);
  }
  return kept;
}

/** Removes all other packages. Whatever is only linked to belongs to somebody else, and stays. */
export function keepOnlyThese() {
  if (fs.lstatSync(at(MODULES)).isSymbolicLink()) return;
  const kept = [...keptPackages().keys()];
  removeOthers(MODULES, kept);
  // It says that they are there.
  fs.rmSync(at(MODULES, '.package-lock.json'), { force: true });
}

function removeOthers(folder, kept) {
  for (const entry of fs.readdirSync(at(folder), { withFileTypes: true })) {
    const name = path.join(folder, entry.name);
    if (kept.includes(name) || entry.isFile()) continue;
    const isAbove = kept.some((one) => one.startsWith(`${name}${path.sep}`));
    if (isAbove && entry.isDirectory()) removeOthers(name, kept);
    else if (!isAbove) fs.rmSync(at(name), { recursive: true, force: true });
  }
}

/** Adds the folder of a package and those of all packages that it needs. */
function addPackage(folder, kept) {
  if (kept.has(folder)) return;
  kept.set(folder, 'all');
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    fs.readFileSync(at(folder, 'package.json'), 'utf8'),
  );
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const found = installedFor(folder, name);
    if (found) addPackage(found, kept);
    else if (!(name in optionalDependencies)) throw new Error(`${folder} needs ${name}, which is not installed`);
  }
}

/** The folder in which the code of a package finds another one: the nearest above it. */
function installedFor(folder, name) {
  for (let parent = folder; parent !== '.'; parent = path.dirname(parent)) {
    const candidate = path.join(parent, MODULES, name);
    if (fs.existsSync(at(candidate))) return candidate;
  }
  const candidate = path.join(MODULES, name);
  return fs.existsSync(at(candidate)) ? candidate : null;
}

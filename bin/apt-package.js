// Unpacks a package of a Debian or Ubuntu into a folder of its own. Plain JavaScript with Node's own modules only, because
// it runs before npm has installed any package.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/**
 * The environment in which a program of an unpacked package finds its libraries. Their folder depends on the
 * architecture (usr/lib/<triplet>).
 * @param {string} folder
 * @returns {Record<string, string>}
 */
export function unpackedEnvironment(folder) {
  const files = fs.readdirSync(folder, { recursive: true }).filter((name) => /\.so(\.\d+)*$/.test(name));
  const libraries = [...new Set(files.map((name) => path.join(folder, path.dirname(name))))];
  if (process.env.LD_LIBRARY_PATH) libraries.push(process.env.LD_LIBRARY_PATH);
  return { LD_LIBRARY_PATH: libraries.join(path.delimiter) };
}

/**
 * Downloads the first of these packages that the distribution offers, with all it needs, and unpacks it into the folder.
 * The packages are signed; a private apt state makes it work without root and without changing the system. Returns an
 * error message, or '' on success.
 * @param {readonly string[]} names
 * @param {string} folder
 * @returns {string}
 */
export function unpackFromApt(names, folder) {
  const apt = path.join(path.dirname(folder), 'apt');
  const [debs, tree, conf] = [path.join(apt, 'debs'), path.join(apt, 'tree'), path.join(apt, 'apt.conf')];
  fs.rmSync(apt, { recursive: true, force: true });
  for (const part of ['lists/partial', 'cache/archives/partial', 'debs', 'tree']) {
    fs.mkdirSync(path.join(apt, part), { recursive: true });
  }
  fs.writeFileSync(conf, aptConf(apt));
  let problem = '';
  const run = (command, args) => {
    const result = spawnSync(command, args, { cwd: debs, encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
    // apt-get update reports an unreachable source only as a warning and succeeds, but the warning is the actual
    // reason.
    const trouble = /^[EW]: .*/m.exec(result.stderr ?? '')?.[0];
    if (result.status !== 0 || trouble) problem ||= `${command}: ${trouble ?? result.error ?? result.stderr.trim()}`;
    return result.status === 0 ? result.stdout : null;
  };
  const get = (...args) => run('apt-get', ['-c', conf, ...args]);
  try {
    // Continue even if one source failed: another one may provide the package.
    get('update');
    for (const name of names) {
      const plan = get('install', '-s', '--no-install-recommends', name) ?? '';
      const missing = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, wanted]) => wanted);
      if (missing.length === 0) continue;
      problem = '';
      if (get('download', ...missing) === null) return problem;
      if (fs.readdirSync(debs).some((deb) => run('dpkg-deb', ['-x', deb, tree]) === null)) return problem;
      fs.rmSync(folder, { recursive: true, force: true });
      fs.renameSync(tree, folder);
      return '';
    }
    return problem || `apt-get offers ${names.length > 1 ? 'neither ' : 'no '}${names.join(' nor ')}`;
  } finally {
    fs.rmSync(apt, { recursive: true, force: true });
  }
}

function aptConf(apt) {
  const user = process.getuid?.() === 0 ? 'root' : '_apt';
  // The machine's own apt hooks would change the system, or fail without root. As root, apt would download as the user
  // _apt, which may not have access to this folder.
  return `#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
APT::Sandbox::User "${user}";
Dir::State "${apt}";
Dir::State::lists "${apt}/lists";
Dir::State::status "/var/lib/dpkg/status";
Dir::Cache "${apt}/cache";
Debug::NoLocking "true";
Acquire::Languages "none";
Acquire::Retries "2";
Acquire::http::Timeout "30";
Acquire::https::Timeout "30";
`;
}

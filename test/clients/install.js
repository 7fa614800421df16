// Installs the packages of this folder, or of the one that is named, if they are missing or package-lock.json has changed:
// programs that tests use and the product does not.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.resolve(process.argv[2] ?? fileURLToPath(new URL('.', import.meta.url)));
const stamp = path.join(here, 'node_modules', '.installed');
const wanted = fs.readFileSync(path.join(here, 'package-lock.json'), 'utf8');

if (!fs.existsSync(stamp) || fs.readFileSync(stamp, 'utf8') !== wanted) {
  const args = ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const { status } = spawnSync('npm', args, { cwd: here, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(1);
  fs.writeFileSync(stamp, wanted);
}

// Checks the packages of production for known vulnerabilities: a high or critical one ends it with 1. A registry that
// cannot be asked is reported and does not fail, because that says nothing about the packages.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SEVERE = ['high', 'critical'];

/** Reads npm's report; null if npm could not make one. */
function report(text) {
  try {
    const parsed = JSON.parse(text);
    return parsed.auditReportVersion ? parsed : null;
  } catch {
    // npm wrote no JSON. The caller shows what it wrote.
    return null;
  }
}

const args = ['audit', '--omit=dev', '--audit-level=high', '--json'];
const { stdout, stderr } = spawnSync('npm', args, { cwd: ROOT, encoding: 'utf8', shell: process.platform === 'win32' });
const found = report(stdout);
if (found) {
  const severe = Object.values(found.vulnerabilities).filter(({ severity }) => SEVERE.includes(severity));
  for (const { name, severity, range } of severe) console.log(`audit: ${name} ${range}: ${severity}`);
  if (severe.length === 0) console.log('audit: no high or critical vulnerability is known');
  process.exitCode = severe.length === 0 ? 0 : 1;
} else {
  const reason = /audit (.+)/.exec(stderr)?.[1] ?? 'no report';
  console.log(`audit: not checked, because the registry does not offer it or cannot be reached (${reason})`);
}

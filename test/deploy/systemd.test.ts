import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { expectTimeToEnd, procfile } from './deploy-settings.ts';

const FOLDER = 'deploy/systemd';
const read = (unit: string) => readFileSync(path.join(FOLDER, unit), 'utf8');
const setting = (unit: string, name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(read(unit))?.[1];
const SERVICES = { web: 'tributary-web.service', worker: 'tributary-worker@.service' };
/** The most that `systemd-analyze security` may say of a unit, of 10. */
const MOST_EXPOSED = 3;

const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
/** Older versions judge only units that are loaded. */
const judges = /--offline/.test(analyze('--help').stdout ?? '');
if (!judges)
  process.stderr.write('\n*** NO systemd-analyze (250 or newer): the check of the units is SKIPPED. ***\n\n');

describe.each(Object.entries(SERVICES))('the unit of %s', (name, unit) => {
  test('runs the command of the Procfile', () => {
    expect(setting(unit, 'ExecStart')).toBe(`/usr/bin/${procfile[name as keyof typeof procfile]}`);
  });

  test('gives the process time to end, and files for its connections', () => {
    expectTimeToEnd(Number(setting(unit, 'TimeoutStopSec')));
    expect(Number(setting(unit, 'LimitNOFILE'))).toBeGreaterThan(10_000);
  });

  test('is started and stopped with the target', () => {
    expect([setting(unit, 'PartOf'), setting(unit, 'WantedBy')]).toEqual(['tributary.target', 'tributary.target']);
    expect(setting('tributary.target', 'Wants')).toContain(unit.replace('@', '@1'));
  });
});

describe('the unit of the browser', () => {
  const unit = 'tributary-browser.service';
  const flagsIn = (text: string) => new Set(text.match(/--[a-z][^\s",]*/g));

  test('bounds its memory, and a page that takes all of it does not end the browser', () => {
    expect([setting(unit, 'MemoryMax'), setting(unit, 'OOMPolicy')]).toEqual(['1500M', 'continue']);
    expect(setting(unit, 'IPAddressDeny')).toBe('any');
  });

  test('switches off the same as the image does', () => {
    const [, command = ''] = /^ExecStart=((?:.*\\\n)*.*)$/m.exec(read(unit)) ?? [];
    const inImage = flagsIn(
      /^ENTRYPOINT \[((?:.|\n)*?)\]$/m.exec(readFileSync('deploy/browser/Dockerfile', 'utf8'))?.[1] ?? '',
    );
    // Where it is, and what a container has not.
    const own = /^--(?:remote-debugging|user-data-dir|no-sandbox|disable-dev-shm-usage)/;
    // The address of a worker, which names may be looked up for, is not known there.
    const names = /(?<=^--host-resolver-rules=).*/;
    const common = (flags: Set<string>) =>
      [...flags]
        .filter((flag) => !own.test(flag))
        .map((flag) => flag.replace(names, ''))
        .sort();
    expect(common(flagsIn(command))).toEqual(common(inImage));
    expect(common(inImage)).toContain('--disable-quic');
  });
});

test('the units differ only in what they run', () => {
  const common = (unit: string) => read(unit).replace(/^(Description|ExecStart)=.*$/gm, '');
  expect(common(SERVICES.web)).toBe(common(SERVICES.worker));
});

describe.skipIf(!judges)('systemd', () => {
  // systemd looks for the program of a unit; here it is the one that runs this test.
  const folder = mkdtempSync(path.join(tmpdir(), 'tributary-units-'));
  const units = readdirSync(FOLDER).map((name) => path.join(folder, name));
  for (const unit of units) {
    writeFileSync(unit, read(path.basename(unit)).replace('/usr/bin/node', process.execPath));
  }
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('accepts every unit without a word', () => {
    // In a container there may be no units of the system, such as sysinit.target, which every unit needs.
    const { stderr } = analyze('verify', '--man=no', ...units);
    expect(
      stderr.split('\n').filter((line) => line.includes('tributary') && !/sysinit|basic\.target/.test(line)),
    ).toEqual([]);
  });

  test.each(Object.values(SERVICES))('says that %s is exposed little', (unit) => {
    const { stdout } = analyze('security', '--offline=true', path.join(folder, unit));
    const level = Number(/Overall exposure level for .*: ([\d.]+)/.exec(stdout)?.[1]);
    expect(level).toBeGreaterThan(0);
    expect(level).toBeLessThanOrEqual(MOST_EXPOSED);
  });
});

// `node bin/run.js NAME [ARGUMENTS]`: sets up what a command of package.json needs and then runs it; see
// bin/npm-commands.js. `--prepare NAME` only sets it up. Plain JavaScript with Node's own modules only, because it runs
// before any package is installed.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { COMMANDS } from './npm-commands.js';
import { setUp } from './setup.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** What a terminal sends to all that run in it. Others end only us, and are passed on. */
const TERMINAL = 'SIGINT';
const PASSED_ON = ['SIGTERM', 'SIGHUP'];
/** What npm's shell is, or whoever runs this. */
const parent = process.ppid;

/** Standard output belongs to the command that follows. */
function say(line) {
  process.stderr.write(`setup: ${line}\n`);
}

/** Runs a program to its end, as a shell does: its exit code, or the signal that ended it, is ours too. */
async function run([program, ...args]) {
  const bin = path.join(ROOT, 'node_modules', '.bin');
  const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` };
  const isNode = program === 'node';
  const child = spawn(isNode ? process.execPath : program, args, {
    env,
    stdio: 'inherit',
    shell: !isNode && process.platform === 'win32',
  });
  const pass = (signal) => child.kill(signal);
  const wait = () => {};
  process.on(TERMINAL, wait);
  for (const signal of PASSED_ON) process.on(signal, pass);
  const [code, signal] = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (...end) => resolve(end));
  });
  process.off(TERMINAL, wait);
  for (const name of PASSED_ON) process.off(name, pass);
  if (signal) process.kill(process.pid, signal);
  return code;
}

/** Runs a program in this process, which gets its signals and has its exit code. */
async function become(file, args) {
  process.argv = [process.execPath, path.join(ROOT, file), ...args];
  await import(pathToFileURL(path.join(ROOT, file)).href);
}

async function runAll(lines, args) {
  for (const [index, line] of lines.entries()) {
    const isLast = index === lines.length - 1;
    const words = isLast ? [...line, ...args] : line;
    if (isLast && words[0] === 'node') return become(words[1], words.slice(2));
    const code = await run(words);
    if (code !== 0) {
      process.exitCode = code ?? 1;
      return;
    }
  }
}

async function main() {
  const [first, ...rest] = process.argv.slice(2);
  const onlyPrepares = first === '--prepare';
  const [name = '', ...args] = onlyPrepares ? rest : [first, ...rest];
  const command = COMMANDS[name];
  if (!command) {
    process.stderr.write(
      `Usage: node bin/run.js [--prepare] NAME [ARGUMENTS]\nNAME: ${Object.keys(COMMANDS).join(', ')}\n`,
    );
    process.exitCode = 2;
    return;
  }
  const reason = onlyPrepares ? null : await command.refusal?.();
  if (reason) {
    process.stdout.write(`${reason}\n`);
    process.exitCode = 1;
    return;
  }
  try {
    await setUp(command.needs, say);
  } catch (error) {
    say(error.message);
    process.exitCode = 1;
    return;
  }
  // npm was killed in the meantime: nobody waits for the command any more.
  if (process.env.npm_lifecycle_event && process.ppid !== parent) return;
  if (!onlyPrepares) await runAll(command.runs, args);
}

await main();

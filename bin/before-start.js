// npm runs this for `npm start` before anything is installed or built: a start that cannot succeed says so at once.
import { refusal } from './one-start.js';
import { PID_FILE, startSettings } from './start-settings.js';

const reason = await refusal(PID_FILE, startSettings());
if (reason !== null) {
  process.stdout.write(`${reason}\n`);
  process.exitCode = 1;
}

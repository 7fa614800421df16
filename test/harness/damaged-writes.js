// Preloaded into a process: a disk that changes one byte of each file that is written, and says nothing.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const write = fs.promises.writeFile;
fs.promises.writeFile = (file, data, options) => {
  const bytes = Buffer.from(data);
  bytes[bytes.length - 1] ^= 1;
  return write(file, bytes, options);
};
syncBuiltinESMExports();

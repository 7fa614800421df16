import { expect, test } from 'vitest';
import { addressesOf } from '../../bin/start-settings.js';

test.each([
  [{ HOST: '127.0.0.1', PORT: '3000' }, 'http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  [{ HOST: '::', PORT: '3000' }, 'http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  [{ HOST: '::1', PORT: '3000' }, 'http://[::1]:3000', 'http://[::1]:3000'],
  [
    { HOST: '0.0.0.0', PORT: '80', PUBLIC_URL: 'https://example.org/search/' },
    'http://127.0.0.1:80',
    'https://example.org/search',
  ],
])('npm start shows the address of %j', (env, local, shown) => {
  expect(addressesOf(env)).toEqual({ local, shown });
});

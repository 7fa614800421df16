// The conformance suite imports `globSync`, which Node 20 does not have, for commands that the tests do not use.
import { register } from 'node:module';

const fs = "export * from 'node:fs'; export const globSync = () => [];";
const address = (code) => `data:text/javascript,${encodeURIComponent(code)}`;
const found = JSON.stringify({ url: address(fs), shortCircuit: true });

register(address(`export const resolve = (name, context, next) => (name === 'fs' ? ${found} : next(name, context));`));

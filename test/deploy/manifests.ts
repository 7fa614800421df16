import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';

const FOLDER = 'deploy/kubernetes';
const KUSTOMIZATION = 'kustomization.yaml';
/** What kustomize reads itself. */
const OF_KUSTOMIZE = [KUSTOMIZATION, 'name-references.yaml'];

/** An object of Kubernetes. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has another shape, which the models check.
  [part: string]: any;
}

/** What the kustomization says. */
export interface Kustomization {
  resources: string[];
  configMapGenerator: { name: string; envs: string[] }[];
  secretGenerator: { name: string; envs: string[] }[];
  configurations: string[];
  images: { name: string; newTag: string }[];
  labels: { pairs: Record<string, string>; includeTemplates?: boolean; includeSelectors?: boolean }[];
  generatorOptions?: object;
}

export const read = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8');
export const files = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml') && !OF_KUSTOMIZE.includes(name));
export const manifests = files.flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest),
);
export const named = (kind: string, name: string) =>
  manifests.find((one) => one.kind === kind && one.metadata.name === name) as Manifest;

export const kustomization = parse(read(KUSTOMIZATION)) as Kustomization;
/** The same with every line that an operator can turn on. */
export const whole = parse(
  read(KUSTOMIZATION).replace(/^( *)# (- \S+|- name: .+| {2}envs: .+)$/gm, '$1$2'),
) as Kustomization;

/** The settings in a file. Some are copies that the operator makes of an example, and fills in. */
export function settingsIn(file: string): Record<string, string> {
  const example = file.replace('.env', '.example.env');
  const text = read(readdirSync(FOLDER).includes(example) ? example : file);
  return parseEnv(text.replace(/change-me-0+/g, 'filled0in1by2the3operator')) as Record<string, string>;
}

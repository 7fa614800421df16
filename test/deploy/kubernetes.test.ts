import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { settingsRefusal } from '../../lib/config.ts';
import { VERSION } from '../../lib/version.ts';
import { expectSettings, expectTimeToEnd, procfile } from './deploy-settings.ts';
import { tryRedis } from './redis-command.ts';

const FOLDER = 'deploy/kubernetes';
const KUSTOMIZATION = 'kustomization.yaml';
const read = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8');
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml') && name !== 'secret.yaml');

/** Models by `apiVersion`: for each kind a class that checks values. */
const MODELS: Record<string, object> = {
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
  v1: core,
};

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has another shape, which the models check.
  [part: string]: any;
}

const manifests = files
  .filter((file) => file !== KUSTOMIZATION)
  .flatMap((file) => parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest));
const named = (kind: string, name: string) =>
  manifests.find((one) => one.kind === kind && one.metadata.name === name) as Manifest;
const PROCESSES = ['web', 'worker'] as const;
const deploymentOf = (name: string) => named('Deployment', `tributary-${name}`);
const podOf = (manifest: Manifest) => manifest.spec.template.spec;
/** The settings that a pod gets. */
const settings = { ...named('ConfigMap', 'tributary').data, ...named('Secret', 'tributary').stringData };

describe('the manifests', () => {
  test.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    'have valid values: %s',
    (_name, manifest) => {
      const Model = Reflect.get(MODELS[manifest.apiVersion] ?? {}, manifest.kind) as new (
        data: object,
      ) => { validate(): void };
      expect(() => new Model(manifest).validate()).not.toThrow();
    },
  );

  test('have no field that Kubernetes does not know', () => {
    // The compiler finds it: unlike the models, it refuses unknown fields. The packages are found from a folder in here.
    mkdirSync('.data', { recursive: true });
    const folder = mkdtempSync('.data/manifests-');
    try {
      const lines = manifests.map(({ apiVersion, kind, ...rest }, index) => {
        const literal = JSON.stringify({ apiVersion, kind, ...rest });
        const type = `import('kubernetes-models/${apiVersion}').I${kind}`;
        return `export const manifest${index}: ${type} = ${literal};`;
      });
      writeFileSync(path.join(folder, 'manifests.ts'), `${lines.join('\n')}\n`);
      const config = {
        extends: '../../tsconfig.json',
        compilerOptions: { noEmit: true, rootDir: '../..' },
        include: ['.'],
      };
      writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
      const { status, stdout } = spawnSync('node_modules/.bin/tsc', ['-p', folder], { encoding: 'utf8' });
      expect([status, stdout]).toEqual([0, '']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('are all in the kustomization, which names the version of this project', () => {
    const { resources, images } = parse(read(KUSTOMIZATION)) as { resources: string[]; images: object[] };
    // The operator copies the example.
    const wanted = files.filter((file) => file !== KUSTOMIZATION).map((file) => file.replace('.example', ''));
    expect([...resources].sort()).toEqual(wanted.sort());
    expect(images).toEqual([expect.objectContaining({ name: 'tributary', newTag: VERSION })]);
    expect(readFileSync('.gitignore', 'utf8')).toContain(`${FOLDER}/secret.yaml\n`);
  });

  test('name settings that exist and are valid, once the placeholders are replaced', () => {
    const filledIn = Object.entries(settings).map(([name, value]) => [
      name,
      String(value).replace('change-me', 'f00d'),
    ]);
    expectSettings(Object.fromEntries(filledIn), ['REDIS_PASSWORD']);
    expect(settingsRefusal(settings)?.match(/\w+(?=: .*placeholder)/g)).toEqual([
      'REDIS_URL',
      'METRICS_TOKEN',
      'INSTANCE_SECRET',
    ]);
  });
});

describe.each(PROCESSES)('the Deployment of %s', (name) => {
  const deployment = deploymentOf(name);
  const [container] = podOf(deployment).containers;

  test('runs the command of the Procfile with the settings', () => {
    expect(container.command.join(' ')).toBe(procfile[name]);
    expect(container.envFrom).toEqual([{ configMapRef: { name: 'tributary' } }, { secretRef: { name: 'tributary' } }]);
    const port = /PORT=(\d+) WORKER_PORT=(\d+)/.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
    expect(container.ports).toEqual([{ name: 'http', containerPort: Number(port[name === 'web' ? 1 : 2]) }]);
  });

  test('is probed where the process answers', () => {
    const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
    expect(probes.map(({ httpGet }) => httpGet)).toEqual([
      { path: '/healthz', port: 'http' },
      { path: '/healthz', port: 'http' },
      { path: '/readyz', port: 'http' },
    ]);
  });

  test('has time to end, and hears of it before it closes', () => {
    expectTimeToEnd(podOf(deployment).terminationGracePeriodSeconds, settings);
    expect(Number(settings.SHUTDOWN_DRAIN_MS)).toBeGreaterThan(
      2_000 * deploymentOf('web').spec.template.spec.containers[0].readinessProbe.periodSeconds,
    );
  });

  test('is scaled by its CPU and never wholly evicted', () => {
    const scaler = named('HorizontalPodAutoscaler', deployment.metadata.name).spec;
    expect(scaler.scaleTargetRef).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      name: deployment.metadata.name,
    });
    expect([scaler.metrics[0].resource.name, deployment.spec.replicas]).toEqual(['cpu', undefined]);
    expect(scaler.minReplicas).toBeGreaterThan(1);
    const { selector, maxUnavailable } = named('PodDisruptionBudget', deployment.metadata.name).spec;
    expect([selector, maxUnavailable]).toEqual([deployment.spec.selector, 1]);
  });
});

test.each(
  [...PROCESSES.map(deploymentOf), named('StatefulSet', 'tributary-redis')].map(
    (one) => [one.metadata.name, one] as const,
  ),
)('the pods of %s have no rights, and a policy for their traffic', (name, manifest) => {
  const pod = podOf(manifest);
  const labels = { app: name };
  expect([manifest.spec.selector, manifest.spec.template.metadata]).toEqual([{ matchLabels: labels }, { labels }]);
  expect(pod).toMatchObject({
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
  });
  expect(pod.containers[0]).toMatchObject({
    resources: { limits: { memory: expect.any(String) }, requests: { cpu: expect.any(String) } },
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
  });
  expect(named('NetworkPolicy', name).spec).toMatchObject({
    podSelector: { matchLabels: labels },
    policyTypes: ['Ingress', 'Egress'],
  });
});

test('the Services lead to the ports of pods', () => {
  expect(named('Service', 'tributary').spec).toMatchObject({
    selector: { app: 'tributary-web' },
    ports: [{ targetPort: 'http' }],
  });
  const { port } = new URL(settings.REDIS_URL);
  expect(named('Service', new URL(settings.REDIS_URL).hostname).spec).toMatchObject({
    selector: { app: 'tributary-redis' },
    ports: [{ port: Number(port), targetPort: 'redis' }],
  });
});

test('Redis keeps its data and wants the password that web and worker have', async () => {
  const [container] = podOf(named('StatefulSet', 'tributary-redis')).containers;
  const password = settings.REDIS_PASSWORD as string;
  expect(new URL(settings.REDIS_URL).password).toBe(password);
  const args = (container.args as string[]).map((arg) => arg.replace('$(REDIS_PASSWORD)', password));
  const folder = args.indexOf('--dir');
  expect(args.splice(folder, 2)[1]).toBe(container.volumeMounts[0].mountPath);
  expect(await tryRedis(args, password)).toEqual({ warnings: [], refused: expect.stringContaining('NOAUTH') });
});

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { settingsRefusal } from '../../lib/config/config.ts';
import { VERSION } from '../../lib/version.ts';
import { expectSettings, expectTimeToEnd, procfile } from './deploy-settings.ts';
import { files, kustomization, type Manifest, manifests, named, read, settingsIn, whole } from './manifests.ts';
import { mayEnter, mayReach } from './network-policies.ts';
import { tryRedis } from './redis-command.ts';

/** Models by `apiVersion`: for each kind a class that checks values. */
const MODELS: Record<string, object> = {
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'batch/v1': batch,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
  v1: core,
};

/** Those of Kubernetes itself; a PodMonitor is of the Prometheus Operator. */
const modelled = manifests.filter(({ kind }) => kind !== 'PodMonitor');
const PROCESSES = ['web', 'worker'] as const;
const deploymentOf = (name: string) => named('Deployment', `tributary-${name}`);
const podOf = (manifest: Manifest) => templateOf(manifest).spec;
const templateOf = ({ spec }: Manifest) => (spec.jobTemplate?.spec ?? spec).template;
/** The settings that a pod gets. */
const settings = { ...settingsIn('settings.env'), ...settingsIn('secret.env') } as Record<string, string> & {
  REDIS_URL: string;
};
/** All that run pods. */
const workloads = manifests.filter(({ kind }) => /^(Deployment|StatefulSet|CronJob)$/.test(kind));

describe('the manifests', () => {
  test.each(modelled.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
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
      const lines = modelled.map(({ apiVersion, kind, ...rest }, index) => {
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

  test('are all in the kustomization, some of them to be turned on, and it names the version of this project', () => {
    expect([...whole.resources].sort()).toEqual([...files].sort());
    const optional = files.filter((file) => !kustomization.resources.includes(file));
    expect(optional).toEqual(['backup.yaml', 'ingress.yaml', 'pod-monitor.yaml']);
    expect(kustomization.images).toEqual([expect.objectContaining({ name: 'tributary', newTag: VERSION })]);
    // On pods it would restart Redis with each version.
    expect(kustomization.labels).toEqual([{ pairs: { 'app.kubernetes.io/version': VERSION } }]);
  });

  test('restart what reads a setting when it changes: names are generated from the contents', () => {
    expect(kustomization.generatorOptions).toBeUndefined();
    const generated = new Set<string>();
    for (const kind of ['configMap', 'secret'] as const) {
      for (const { name, envs } of whole[`${kind}Generator`]) {
        generated.add(`${kind} ${name}`);
        for (const file of envs) expect(Object.keys(settingsIn(file)).length).toBeGreaterThan(0);
      }
    }
    expect(manifests.filter(({ kind }) => /^(ConfigMap|Secret)$/.test(kind))).toEqual([]);
    const named = JSON.stringify(manifests).matchAll(
      /"(configMap|secret)(?:Key)?(?:Ref)?":\{"(?:name|secretName)":"([^"]+)"/g,
    );
    const used = [...named].map(([, kind, name]) => `${kind} ${name}`);
    expect(new Set(used)).toEqual(generated);
    for (const { envs } of whole.secretGenerator) {
      expect(readFileSync('.gitignore', 'utf8')).toContain(`deploy/kubernetes/${envs[0]}\n`);
    }
  });

  test('have the labels that Kubernetes recommends, and only as many in selectors as ever', () => {
    for (const { kind, metadata } of manifests) {
      expect([kind, metadata.labels]).toEqual([
        kind,
        expect.objectContaining({ 'app.kubernetes.io/part-of': 'tributary' }),
      ]);
    }
    for (const one of workloads) {
      const component = one.metadata.name.replace('tributary-', '');
      const labels = {
        app: one.metadata.name,
        'app.kubernetes.io/name': component === 'redis' ? 'redis' : 'tributary',
        'app.kubernetes.io/component': component,
        'app.kubernetes.io/part-of': 'tributary',
      };
      expect([one.metadata.labels, templateOf(one).metadata]).toEqual([labels, { labels }]);
      // It cannot be changed later.
      if (one.kind !== 'CronJob') expect(one.spec.selector).toEqual({ matchLabels: { app: one.metadata.name } });
    }
  });

  test('name settings that exist and are valid once the operator has filled them in, and not before', () => {
    expectSettings(settings);
    const asCopied = { ...settings, ...parseEnv(read('secret.example.env')) };
    expect(
      settingsRefusal(asCopied)
        ?.match(/\w+(?=: .*placeholder)/g)
        ?.sort(),
    ).toEqual(['INSTANCE_SECRET', 'METRICS_TOKEN', 'REDIS_URL']);
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

  test('spreads its pods over nodes and zones', () => {
    const constraints = podOf(deployment).topologySpreadConstraints;
    expect(constraints.map(({ topologyKey }: { topologyKey: string }) => topologyKey)).toEqual([
      'kubernetes.io/hostname',
      'topology.kubernetes.io/zone',
    ]);
    for (const { labelSelector } of constraints) expect(labelSelector).toEqual(deployment.spec.selector);
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

test.each(workloads.map((one) => [one.metadata.name, one] as const))(
  'the pods of %s have no rights',
  (_name, manifest) => {
    const pod = podOf(manifest);
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
  },
);

describe('the network policies', () => {
  const labelsOf = (name: string) =>
    templateOf(workloads.find(({ metadata }) => metadata.name === `tributary-${name}`) as Manifest).metadata.labels;

  test.each(['web', 'worker', 'backup'])('let %s reach any Redis, any collector and the name servers', (name) => {
    const reached = [
      { ip: '10.9.8.7', port: Number(new URL(settings.REDIS_URL).port) },
      { ip: '34.1.2.3', port: 6379 },
      { ip: '10.9.8.7', port: 26379 },
      { ip: '10.9.8.7', port: 4318 },
      { ip: '10.96.0.10', port: 53, protocol: 'UDP' } as const,
      // NodeLocal DNSCache.
      { ip: '169.254.20.10', port: 53, protocol: 'UDP' } as const,
    ];
    expect(reached.filter((destination) => !mayReach(labelsOf(name), destination))).toEqual([]);
  });

  test('let only workers reach the internet, and nobody the rest of the cluster or the addresses of a cloud', () => {
    const web = { ip: '93.184.216.34', port: 443 };
    const reaching = ['web', 'worker', 'redis', 'backup'].filter((name) => mayReach(labelsOf(name), web));
    expect(reaching).toEqual(['worker']);
    for (const ip of ['10.9.8.7', '169.254.169.254', '192.168.1.1', 'fd00::1']) {
      expect([ip, mayReach(labelsOf('worker'), { ip, port: 80 })]).toEqual([ip, false]);
    }
    expect(mayReach(labelsOf('redis'), { ip: '10.9.8.7', port: 6379 })).toBe(false);
  });

  test('let in callers, scrapes and, at Redis, only our pods', () => {
    const stranger = { app: 'another' };
    for (const name of PROCESSES) expect(mayEnter(labelsOf(name), 'http', stranger)).toBe(true);
    expect(mayEnter(labelsOf('backup'), 'http', stranger)).toBe(false);
    expect(mayEnter(labelsOf('redis'), 'redis', stranger)).toBe(false);
    for (const name of ['web', 'worker', 'backup']) {
      expect(mayEnter(labelsOf('redis'), 'redis', labelsOf(name))).toBe(true);
    }
  });
});

test('a PodMonitor scrapes web and worker, as jobs that the alerts know, with the token', () => {
  const { spec } = named('PodMonitor', 'tributary');
  const pods = spec.selector.matchExpressions[0];
  expect([pods.key, pods.values]).toEqual(['app', PROCESSES.map((name) => deploymentOf(name).metadata.name)]);
  expect(spec.jobLabel).toBe('app');
  const [endpoint] = spec.podMetricsEndpoints;
  expect([endpoint.port, endpoint.path]).toEqual(['http', '/metrics']);
  expect(settingsIn('secret.env')).toHaveProperty(endpoint.authorization.credentials.key);
  // Otherwise kustomize would not give it the generated name.
  const { nameReference } = parse(read(kustomization.configurations[0] as string));
  expect(nameReference).toEqual([
    expect.objectContaining({
      kind: 'Secret',
      fieldSpecs: [{ kind: 'PodMonitor', path: 'spec/podMetricsEndpoints/authorization/credentials/name' }],
    }),
  ]);
});

test('a CronJob makes a backup with what the command line knows, in a volume, with the passphrase of a Secret', async () => {
  const pod = podOf(named('CronJob', 'tributary-backup'));
  const [{ command, args, volumeMounts }] = pod.containers;
  expect(command).toEqual(['node', 'dist/bin/cli.js']);
  const mounted = Object.fromEntries(
    volumeMounts.map(({ name, mountPath }: { name: string; mountPath: string }) => [name, mountPath]),
  );
  expect(args).toEqual([
    'backup',
    `${mounted.backups}/`,
    '--keep',
    '14',
    '--passphrase-file',
    `${mounted.secret}/passphrase`,
  ]);
  expect(Object.keys(settingsIn('backup.env'))).toEqual(['passphrase']);
  expect(pod.volumes[0].persistentVolumeClaim.claimName).toBe(
    named('PersistentVolumeClaim', 'tributary-backups').metadata.name,
  );
  // Only root may write to a new volume otherwise.
  expect(pod.securityContext.fsGroup).toBe(pod.securityContext.runAsGroup);
});

test('the Services lead to the ports of pods, and the Ingress to the Service', () => {
  const [rule] = named('Ingress', 'tributary').spec.rules;
  expect(rule.host).toBe(new URL(settings.PUBLIC_URL ?? '').hostname);
  expect(rule.http.paths[0].backend.service).toEqual({ name: 'tributary', port: { name: 'http' } });
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

test('an alert watches the volume that Redis gets', () => {
  const { metadata, spec } = named('StatefulSet', 'tributary-redis');
  const claim = `${spec.volumeClaimTemplates[0].metadata.name}-${metadata.name}-0`;
  const watched = [
    ...readFileSync('deploy/prometheus/alerts.yaml', 'utf8').matchAll(/kubelet_\w+\{persistentvolumeclaim=~"(.+?)"\}/g),
  ];
  expect(watched).toHaveLength(2);
  for (const [, pattern = ''] of watched) expect(claim).toMatch(new RegExp(`^(${pattern})$`));
});

test('Redis keeps its data and wants the password that web and worker have', async () => {
  const [container] = podOf(named('StatefulSet', 'tributary-redis')).containers;
  const { REDIS_PASSWORD: password = '' } = settingsIn('redis.env');
  expect(new URL(settings.REDIS_URL).password).toBe(password);
  const args = (container.args as string[]).map((arg) => arg.replace('$(REDIS_PASSWORD)', password));
  const folder = args.indexOf('--dir');
  expect(args.splice(folder, 2)[1]).toBe(container.volumeMounts[0].mountPath);
  expect(await tryRedis(args, password)).toEqual({ warnings: [], refused: expect.stringContaining('NOAUTH') });
});

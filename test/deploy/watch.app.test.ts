import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VERSION } from '../../lib/version.ts';
import { testPort } from '../harness/ports.ts';
import { eventually } from '../harness/processes.ts';
import { hasPrometheus, Prometheus, promtool } from '../harness/prometheus.ts';
import { TestApp } from '../harness/test-app.ts';

const ALERTS = 'deploy/prometheus/alerts.yaml';
const DASHBOARD = 'deploy/grafana/tributary.json';
const read = (file: string) => readFileSync(file, 'utf8');

interface Panel {
  id: number;
  title: string;
  type: string;
  targets?: { expr: string }[];
}
const { panels } = JSON.parse(read(DASHBOARD)) as { panels: Panel[] };
const dashboardQueries = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }): [string, string] => [title, expr]),
);
const alerts = [...read(ALERTS).matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

let app: TestApp;
/** Host and port of the two processes. */
let targets: { web: string; worker: string };
beforeAll(async () => {
  app = await TestApp.start({ workers: 0 });
  const port = await testPort();
  targets = { web: new URL(app.urls[0] as string).host, worker: `127.0.0.1:${port}` };
  app.addWorker({ WORKER_PORT: String(port) });
  await app.untilSearching(0);
  expect((await app.search('watched')).status).toBe(200);
});
afterAll(() => app?.stop());

async function scrape(target: string): Promise<string> {
  return (await fetch(`http://${target}/metrics`)).text();
}

/** The names of all samples that a scrape may contain, those without a value yet included. */
function namesIn(scraped: string): string[] {
  return [...scraped.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['bucket', 'sum', 'count'].map((end) => `${name}_${end}`) : [name],
  );
}

/** A sample of a scrape. */
interface Sample {
  name: string;
  labels: Record<string, string>;
}

function samplesIn(scraped: string): Sample[] {
  return [...scraped.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)].map(([, name = '', text = '']) => ({
    name,
    labels: Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, value]) => [label, value])),
  }));
}

/** Whether a sample is one that a selector of PromQL selects. */
function matching(name: string | undefined, matchers = '') {
  const wanted = [...matchers.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)];
  return ({ name: given, labels }: Sample) =>
    given === name &&
    wanted.every(([, label = '', operator = '', value = '']) => {
      const found = labels[label] ?? '';
      const isMatch = operator.endsWith('~') ? new RegExp(`^(?:${value})$`).test(found) : found === value;
      return operator.startsWith('!') ? !isMatch : isMatch;
    });
}

test('every metric of the dashboard and the alerts is one that a web or a worker process has', async () => {
  const served = (await Promise.all([scrape(targets.web), scrape(targets.worker)])).flatMap(namesIn);
  const named = [read(ALERTS), ...dashboardQueries.map(([, query]) => query)].flatMap(
    (text) => text.match(/\btributary_\w+/g) ?? [],
  );
  expect(new Set(named).size).toBeGreaterThan(20);
  expect([...new Set(named)].filter((name) => !served.includes(name))).toEqual([]);
});

test('every query of the dashboard has data in a healthy deployment, if only a zero', async () => {
  const samples = (await Promise.all([scrape(targets.web), scrape(targets.worker)])).flatMap(samplesIn);
  const empty = dashboardQueries.filter(([, query]) => {
    // A panel without data cannot be told from one that is broken.
    if (query.endsWith(' or on() vector(0)')) return false;
    const selectors = [...query.matchAll(/\b(tributary_\w+)(?:\{([^}]*)\})?/g)];
    return (
      / (>|==) \d+$/.test(query) || selectors.some(([, name, matchers]) => !samples.some(matching(name, matchers)))
    );
  });
  expect(empty).toEqual([]);
});

test('every process tells which version it runs', async () => {
  for (const target of Object.values(targets)) {
    expect(await scrape(target)).toMatch(
      new RegExp(`^tributary_build_info\\{version="${VERSION}",node="v\\d[^"]*"\\} 1$`, 'm'),
    );
  }
});

test('every metric of ours is documented', async () => {
  const scraped = (await scrape(targets.web)) + (await scrape(targets.worker));
  const names = [...scraped.matchAll(/^# TYPE (tributary_(?!process_|nodejs_)\w+)/gm)].map(([, name = '']) => name);
  const documented = read('docs/operations.md');
  expect([...new Set(names)].filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
});

test('every alert has a line in the runbook', () => {
  expect(alerts.length).toBeGreaterThan(10);
  const runbook = read('docs/operations.md');
  expect(alerts.filter((name) => !runbook.includes(`| \`${name}\` |`))).toEqual([]);
});

test('the dashboard has panels of their own place and number', () => {
  expect(dashboardQueries.length).toBeGreaterThan(20);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(panels.filter(({ type, targets: asked }) => type !== 'row' && !asked?.length)).toEqual([]);
});

describe.skipIf(!hasPrometheus)('Prometheus (skipped without the package prometheus)', () => {
  test('accepts the alerts and the sample of its configuration', () => {
    expect(promtool(['check', 'rules', ALERTS])).toMatchObject({ status: 0 });
    expect(promtool(['check', 'config', 'deploy/prometheus/prometheus.yaml'])).toMatchObject({ status: 0 });
  });

  test('finds each alert silent when all is well, and firing when it should', () => {
    expect(promtool(['test', 'rules', 'test/deploy/alerts.test.yaml'])).toMatchObject({ status: 0 });
    const tested = read('test/deploy/alerts.test.yaml');
    expect(alerts.filter((name) => !tested.includes(`alertname="${name}"`))).toEqual([]);
  });

  test('has nothing against the names and texts of the metrics', async () => {
    for (const target of Object.values(targets)) {
      expect(promtool(['check', 'metrics'], await scrape(target))).toEqual({ status: 0, output: '' });
    }
  });

  test('scrapes a running instance, and answers each query of the dashboard and the alerts', async () => {
    const prometheus = await Prometheus.start(targets);
    try {
      await eventually('both processes are scraped', async () => {
        const { data } = await prometheus.query('count_over_time(up{job=~"tributary.*"}[1m]) > 1');
        return data.result.length === 2;
      });
      const { data } = await prometheus.ask('rules?type=alert');
      const rules = data.groups.flatMap((group: { rules: { name: string; query: string }[] }) => group.rules);
      expect(rules.map(({ name }: { name: string }) => name)).toEqual(alerts);
      const queries: [string, string][] = [
        ...dashboardQueries,
        ...rules.map(({ name, query }: { name: string; query: string }) => [name, query]),
      ];
      const answers = await Promise.all(queries.map(([, query]) => prometheus.query(query)));
      const failed = queries.filter((_, at) => answers[at].status !== 'success' || answers[at].warnings);
      expect(failed).toEqual([]);
      for (const { data: answer } of answers) expect(answer.resultType).toBe('vector');
      const withData = dashboardQueries.filter((_, at) => answers[at].data.result.length > 0).map(([title]) => title);
      expect(withData).toEqual(
        expect.arrayContaining([
          'Searches per second, by route',
          'Response time of web searches',
          'Calls per second, by outcome',
          'Calls that wait and run',
          'Worker processes',
          'Redis: round trip',
          'Memory',
        ]),
      );
    } finally {
      await prometheus.stop();
    }
  });
});

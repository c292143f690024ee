import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { renderMetrics } from '../platform/metrics/metrics.ts';
import type { Services } from '../wiring/services.ts';
import { addServerMetrics, createProcessMetrics } from './metrics.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../../..', path), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}
interface Panel {
  id: number;
  title: string;
  gridPos: { x: number; w: number };
  datasource: { uid: string };
  targets: { expr: string; datasource: { uid: string } }[];
}

const alerts = parse(read('deploy/prometheus/alerts.yaml')) as {
  groups: { name: string; rules: Rule[] }[];
};
const dashboard = JSON.parse(read('deploy/grafana/naru.json')) as {
  panels: Panel[];
  templating: { list: { name: string; type: string; query: unknown }[] };
};
const rules = alerts.groups.flatMap(({ rules: own }) => own);
const targets = dashboard.panels.flatMap(({ targets: own }) => own);
/** Grafana fills in its variables before Prometheus reads an expression. */
const filled = (expr: string) =>
  expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*');
const expressions = [...rules, ...targets].map(({ expr }) => filled(expr));

/** Names of the metrics in an expression; throws when it is no PromQL. */
function metricsIn(expr: string): string[] {
  const names: string[] = [];
  parser.parse(expr).iterate({
    enter: ({ type, from, to, node }) => {
      if (type.isError) throw new Error(`no PromQL at ${from}: ${expr}`);
      const isName = type.name === 'Identifier' && node.parent?.name === 'VectorSelector';
      if (isName) names.push(expr.slice(from, to));
    },
  });
  return names;
}

/** The series that a server exports, whatever their values are. */
async function exported(): Promise<Set<string>> {
  const pool = { totalCount: 0, idleCount: 0, waitingCount: 0, options: { max: 1 } };
  const metrics = createProcessMetrics({
    pool: pool as unknown as pg.Pool,
    services: {
      streams: { count: () => 0 },
      admission: { read: { count: () => ({ taken: 0, waiting: 0 }) } },
      uploads: { encoding: { count: () => 0 } },
    } as unknown as Services,
  });
  addServerMetrics(metrics, {
    system: { read: () => Promise.reject(new Error('away')) },
    health: { listEngines: async () => [{ name: 'database', state: 'up' }] },
    integrity: { readFaults: async () => ({ AUDIT: 0 }) },
    outgoing: { isHeld: async () => false },
  } as unknown as Services);
  const page = await renderMetrics(new Map([['0', await metrics.collect()]]));
  const names = [...page.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  return new Set(names);
}

describe('alert rules and dashboard', () => {
  it('would be refused with a mistake', () => {
    expect(() => metricsIn('sum by (le (rate(a[5m]))')).toThrow('no PromQL');
    expect(metricsIn('rate(a_total{b="c"}[5m]) / d')).toEqual(['a_total', 'd']);
  });

  it('use PromQL, and only metrics that the server exports [OPS-44]', async () => {
    const names = await exported();
    // A metric of Prometheus itself.
    names.add('up');
    const used = expressions.flatMap(metricsIn);
    expect(used.length).toBeGreaterThan(40);
    expect([...new Set(used)].filter((name) => !names.has(name))).toEqual([]);
  });

  it('show or watch every metric of Naru [OPS-44]', async () => {
    const used = new Set(
      expressions.flatMap(metricsIn).map((name) => name.replace(/_bucket$/, '')),
    );
    const own = [...(await exported())].filter((name) => name.startsWith('naru_'));
    const base = (name: string) => name.replace(/_(bucket|sum|count)$/, '');
    expect(own.filter((name) => !used.has(name) && !used.has(base(name)))).toEqual([]);
  });

  it('are rules that Prometheus accepts, each with what it means and what to do [OPS-44]', () => {
    const anchors = [...read('docs/operations/watching.md').matchAll(/^#{2,3} (.+)$/gm)].map(
      ([, title = '']) =>
        title
          .toLowerCase()
          .replace(/[^a-z0-9 -]/g, '')
          .replaceAll(' ', '-'),
    );
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const group of alerts.groups) expect(Object.keys(group)).toEqual(['name', 'rules']);
    for (const rule of rules) {
      expect(rule.alert).toMatch(/^Naru[A-Za-z]+$/);
      const known = ['alert', 'expr', 'for', 'labels', 'annotations'];
      expect(Object.keys(rule).filter((key) => !known.includes(key))).toEqual([]);
      expect(rule.for ?? '1m').toMatch(/^\d+[smhd]$/);
      expect(rule.labels).toEqual({ severity: expect.stringMatching(/^(critical|warning)$/) });
      expect(Object.keys(rule.annotations).sort()).toEqual(['runbook_url', 'summary']);
      expect(rule.annotations.summary.length).toBeGreaterThan(10);
      const [page, anchor] = rule.annotations.runbook_url.split('#');
      expect([page, anchors.includes(anchor ?? '')]).toEqual(['docs/operations/watching.md', true]);
    }
  });

  it('ask the data source that the viewer chooses, in panels within the grid [OPS-44]', () => {
    const { panels, templating } = dashboard;
    expect(templating.list).toContainEqual(
      expect.objectContaining({ name: 'datasource', type: 'datasource', query: 'prometheus' }),
    );
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
    for (const { datasource, gridPos, targets: own } of panels) {
      const uids = [datasource, ...own.map((target) => target.datasource)].map(({ uid }) => uid);
      expect(new Set(uids)).toEqual(new Set([`$\{datasource}`]));
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    }
  });
});

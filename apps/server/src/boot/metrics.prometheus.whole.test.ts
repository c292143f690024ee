import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPrometheus, type TestPrometheus } from '../testing/prometheus.ts';
import { freePort } from '../testing/started-program.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { addServerMetrics, createProcessMetrics, serveMetrics } from './metrics.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../../..', path), 'utf8');

let t: TestApp;
let prometheus: TestPrometheus;
let target: string;
let stop: () => Promise<void>;
beforeAll(async () => {
  const port = await freePort();
  target = `127.0.0.1:${port}`;
  t = await createTestApp({ env: { METRICS_PORT: String(port) } });
  // Prometheus and the statements use the real time.
  t.clock.set(new Date());
  const own = createProcessMetrics({ pool: t.database.pool, services: t.services });
  addServerMetrics(own, t.services);
  const env = { METRICS_PORT: port, METRICS_HOST: '127.0.0.1' };
  const others = async () => new Map();
  stop = await serveMetrics({ env, log: t.services.log, own, others });
  const rules = read('deploy/prometheus/alerts.yaml').replace(/^( +for:) .*$/gm, '$1 1s');
  prometheus = await startPrometheus(target, rules);
});
afterAll(async () => {
  await prometheus.stop();
  await stop();
  await t.close();
});

const firing = async () =>
  (await prometheus.alerts())
    .filter(({ state }) => state === 'firing')
    .map(({ labels }) => [labels.alertname, labels.severity, labels.instance]);

/** What other tools run according to docs/operations/backup.md. */
const statements = [...read('docs/operations/backup.md').matchAll(/```sql\n([\s\S]+?)```/g)].map(
  ([, text = '']) => text,
);

it('a failed backup of any tool reaches a person by a real Prometheus, and its repetition ends that [OPS-153, OPS-154]', async ({
  annotate,
}) => {
  const [succeeded = '', failed = ''] = (statements[0] ?? '').split(/(?<=;)\n/);
  const alert = ['NaruBackupFailed', 'critical', target];
  // A new site has no backup.
  await expect.poll(firing, { interval: 500 }).toEqual([['NaruBackupMissing', 'warning', target]]);
  await t.db.execute(sql.raw(succeeded));
  await expect.poll(firing, { interval: 500 }).toEqual([]);
  await t.db.execute(sql.raw(failed));
  const began = performance.now();
  await expect.poll(firing, { interval: 500 }).toContainEqual(alert);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  await annotate(
    `NaruBackupFailed fires ${seconds} s after the failure, read and judged every second`,
  );
  await t.db.execute(sql.raw(succeeded));
  await expect.poll(firing, { interval: 500 }).toEqual([]);
});

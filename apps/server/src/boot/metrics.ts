import { once } from 'node:events';
import type { Pool } from 'pg';
import type { Env } from '../config/env.ts';
import type { Log } from '../platform/log.ts';
import {
  createMetrics,
  createMetricsServer,
  type Metrics,
  type MetricsSource,
  renderMetrics,
} from '../platform/metrics/metrics.ts';
import { shareRuns } from '../platform/shared-runs.ts';
import type { Services } from '../wiring/services.ts';
import { asListenError } from './listen.ts';

/** The number of the first process, even if it is the only one. */
const FIRST = '0';

interface ProcessParts {
  pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'>;
  services: Pick<Services, 'streams' | 'admission' | 'uploads'>;
}

/** The metrics that each process has of itself. */
export function createProcessMetrics({ pool, services }: ProcessParts): MetricsSource {
  const metrics = createMetrics();
  metrics.addGauge({
    name: 'naru_database_connections_in_use',
    help: 'Pooled connections that run a statement or a transaction',
    read: () => pool.totalCount - pool.idleCount,
  });
  metrics.addGauge({
    name: 'naru_database_connections_max',
    help: 'Pooled connections that may be open',
    read: () => pool.options.max ?? null,
  });
  metrics.addGauge({
    name: 'naru_database_waiting',
    help: 'Statements that wait for a free connection; refused after two seconds',
    read: () => pool.waitingCount,
  });
  metrics.addGauge({
    name: 'naru_streams_open',
    help: 'Open event streams, one for each open page',
    read: () => services.streams.count(),
  });
  const lines = Object.entries(services.admission);
  metrics.addGauges(
    { name: 'naru_requests_running', help: 'Requests with a place, by load', label: 'load' },
    async () => Object.fromEntries(lines.map(([load, places]) => [load, places.count().taken])),
  );
  metrics.addGauges(
    { name: 'naru_requests_waiting', help: 'Requests that wait for a place', label: 'load' },
    async () => Object.fromEntries(lines.map(([load, places]) => [load, places.count().waiting])),
  );
  metrics.addGauge({
    name: 'naru_pictures_pending',
    help: 'Pictures of members that wait to be encoded or are',
    read: services.uploads.encoding.count,
  });
  return metrics;
}

type ServerServices = Pick<Services, 'system' | 'health' | 'integrity' | 'outgoing'>;

/** Adds what one process reports for the whole server. */
export function addServerMetrics(
  metrics: MetricsSource,
  { system, health, integrity, outgoing }: ServerServices,
): void {
  type State = Awaited<ReturnType<typeof system.read>>;
  const share = shareRuns(system.read);
  const add = (name: string, help: string, read: (state: State) => number | null) =>
    metrics.addGauge({ name, help, read: async () => read(await share()) });
  const time = (date: Date | null) => (date === null ? null : date.getTime() / 1_000);
  const age = (date: Date | null) => (date === null ? 0 : (Date.now() - date.getTime()) / 1_000);
  add('naru_jobs_waiting', 'Background jobs that are due', ({ jobs }) => jobs.waiting);
  add('naru_jobs_failed', 'Background jobs whose last try failed', ({ jobs }) => jobs.failed);
  add('naru_jobs_oldest_seconds', 'How long the oldest due job waits', ({ jobs }) =>
    age(jobs.oldest),
  );
  add('naru_emails_waiting', 'E-mails not sent yet', ({ emails }) => emails.waiting);
  add('naru_emails_oldest_seconds', 'Age of the oldest unsent e-mail', ({ emails }) =>
    age(emails.oldest),
  );
  add('naru_emails_failing_seconds', 'How long the mail server has taken no e-mail', ({ emails }) =>
    age(emails.failingSince),
  );
  metrics.addGauge({
    name: 'naru_outgoing_held',
    help: 'Whether everything outgoing is held since a restore, a move or a copy: 1 or 0',
    read: async () => ((await outgoing.isHeld()) ? 1 : 0),
  });
  add('naru_backup_last_timestamp_seconds', 'When the last backup was made', (state) =>
    time(state.backup.last),
  );
  add(
    'naru_backup_failed',
    'Whether the last backup failed, or a daily one did not take place: 1 or 0',
    ({ backup }) => (backup.failure === null ? 0 : 1),
  );
  add(
    'naru_backup_proof_failed',
    'Whether the last proof of an archive failed, or a scheduled one did not take place: 1 or 0',
    ({ backup }) => (backup.proof.failure === null ? 0 : 1),
  );
  add(
    'naru_disk_free_bytes',
    'Free bytes of the disk of DATA_DIR',
    ({ disk }) => disk?.free ?? null,
  );
  add('naru_disk_size_bytes', 'Size of the disk of DATA_DIR', ({ disk }) => disk?.size ?? null);
  metrics.addGauges(
    { name: 'naru_engine_up', help: 'Whether an engine works: 1 or 0', label: 'engine' },
    async () => {
      const used = (await health.listEngines()).filter(({ state }) => state !== 'off');
      return Object.fromEntries(used.map(({ name, state }) => [name, state === 'up' ? 1 : 0]));
    },
  );
  metrics.addGauges(
    {
      name: 'naru_integrity_faults',
      help: 'Faults that the last nightly check found',
      label: 'check',
    },
    async () => (await integrity.readFaults()) ?? {},
  );
}

interface Serving {
  env: Pick<Env, 'METRICS_PORT' | 'METRICS_HOST'>;
  log: Log;
  own: MetricsSource;
  /** Metrics of the other processes by their number. */
  others: () => Promise<ReadonlyMap<string, Metrics>>;
}

/**
 * Serves the metrics of all processes on METRICS_PORT; resolves to the function that stops it.
 * @throws StartError when the address cannot be used
 */
export async function serveMetrics({
  env,
  log,
  own,
  others,
}: Serving): Promise<() => Promise<void>> {
  const render = async () => {
    const [first, rest] = await Promise.all([own.collect(), others()]);
    return renderMetrics(new Map([[FIRST, first], ...rest]));
  };
  const server = createMetricsServer({ render, log });
  const address = { host: env.METRICS_HOST, port: env.METRICS_PORT ?? 0 };
  try {
    server.listen(address);
    await once(server, 'listening');
  } catch (error) {
    throw asListenError(error, { ...address, prefix: 'METRICS_' });
  }
  return async () => {
    server.close();
    server.closeAllConnections();
  };
}

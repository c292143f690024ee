import { createServer, type Server } from 'node:http';
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import type { Log } from '../log.ts';
import { counters } from './counters.ts';

/** One metric of a process with its values, as processes send it to each other. */
export type Metrics = Omit<MetricObjectWithValues<MetricValue<string>>, 'collect'>[];

/** A value that is read on request; null: unknown now. */
type Reading = () => Promise<number | null> | number | null;

interface GaugeParts {
  name: string;
  help: string;
  read: Reading;
}

export type MetricsSource = ReturnType<typeof createMetrics>;

/** The metrics of this process: counters, Node's own, and what is added. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });

  return {
    /** Adds a value, which is omitted while it cannot be read. */
    addGauge({ name, help, read }: GaugeParts): void {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.reset();
          const value = await Promise.resolve(read()).catch(() => null);
          if (value === null) this.remove();
          else this.set(value);
        },
      });
    },

    /** Adds values by one label. */
    addGauges(
      { name, help, label }: { name: string; help: string; label: string },
      read: () => Promise<Record<string, number>>,
    ): void {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        async collect() {
          this.reset();
          const values = await read().catch(() => ({}));
          for (const [value, number] of Object.entries(values))
            this.set({ [label]: value }, number);
        },
      });
    },

    collect: (): Promise<Metrics> => Registry.merge([counters, registry]).getMetricsAsJSON(),
  };
}

/**
 * The metrics of all processes, labelled with their numbers. A sum would not do: when one process starts again at
 * zero, the others would seem to start again, too.
 */
export function renderMetrics(processes: ReadonlyMap<string, Metrics>): Promise<string> {
  const labelled = [...processes].map(([process, metrics]) =>
    metrics.map((metric) => ({
      ...metric,
      aggregator: 'first' as const,
      values: metric.values.map((value) => ({
        ...value,
        labels: { ...value.labels, process },
      })),
    })),
  );
  return AggregatorRegistry.aggregate(labelled).metrics();
}

const TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

interface Options {
  /** Returns the page. */
  render: () => Promise<string>;
  log: Pick<Log, 'warn'>;
}

/** Serves only `GET /metrics`, for monitoring without a login. */
export function createMetricsServer({ render, log }: Options): Server {
  return createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    render().then(
      (page) => response.writeHead(200, { 'content-type': TYPE }).end(page),
      (error: unknown) => {
        log.warn({ err: error }, 'metrics not read');
        response.writeHead(500).end();
      },
    );
  });
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './started-program.ts';

const PLACES = ['/usr/bin/prometheus', '/usr/local/bin/prometheus', '/opt/homebrew/bin/prometheus'];

export interface Alert {
  state: 'pending' | 'firing';
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

export interface TestPrometheus {
  /** What it has found now. */
  alerts(): Promise<Alert[]>;
  stop(): Promise<void>;
}

/**
 * Starts a Prometheus that scrapes the metrics at `target` (host:port) and evaluates the rules, the text of a file,
 * each second. It listens on loopback and stores its data in a folder of its own.
 */
export async function startPrometheus(target: string, rules: string): Promise<TestPrometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'naru-prometheus-'));
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: ['rules.yaml'],
    scrape_configs: [{ job_name: 'naru', static_configs: [{ targets: [target] }] }],
  };
  // JSON is YAML.
  await writeFile(join(folder, 'prometheus.yaml'), JSON.stringify(config));
  await writeFile(join(folder, 'rules.yaml'), rules);
  const port = await freePort();
  const child = spawn(
    findProgram(),
    [
      `--config.file=${join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: 'ignore', cwd: folder },
  );
  const ended = once(child, 'exit');
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  return {
    async alerts() {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`).catch(() => null);
      if (!response?.ok) return [];
      return (await response.json()).data.alerts;
    },
    async stop() {
      kill();
      await ended;
      process.off('exit', kill);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function findProgram(): string {
  const program = process.env.PROMETHEUS_PATH || PLACES.find((place) => existsSync(place));
  if (program === undefined) {
    throw new Error('Prometheus is missing: apt-get install prometheus, or set PROMETHEUS_PATH');
  }
  return program;
}

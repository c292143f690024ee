import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { findProgram } from '../../scripts/lib/debian-programs.mjs';
import { run } from '../../scripts/lib/run.mjs';

/** The highest number of checks of a quiet case. */
const LOOKS = 60;
const MINUTES = { m: 1, h: 60, d: 24 * 60 };

const minutesOf = (time) => Number.parseInt(time, 10) * MINUTES[time.at(-1)];

function inputOf({ series, step = '1m' }) {
  return {
    interval: step,
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
  };
}

function firing(rule, one) {
  const { at, labels, summary } = one;
  const exp_labels = { ...rule.labels, instance: 'a', ...labels };
  const exp_annotations = { ...rule.annotations, summary };
  return {
    ...inputOf(one),
    alert_rule_test: [
      { eval_time: at, alertname: rule.alert, exp_alerts: [{ exp_labels, exp_annotations }] },
    ],
  };
}

function quiet(rule, one) {
  const minutes = minutesOf(one.until);
  const every = Math.max(1, Math.floor(minutes / LOOKS));
  const times = Array.from({ length: Math.floor(minutes / every) }, (_, at) => (at + 1) * every);
  return {
    ...inputOf(one),
    alert_rule_test: times.map((at) => ({
      eval_time: `${at}m`,
      alertname: rule.alert,
      exp_alerts: [],
    })),
  };
}

/**
 * Lets Prometheus' own promtool judge a rule of a file by its cases, with files of its own in the folder; returns
 * its exit code and output. Throws where promtool is missing.
 */
export async function judge(rule, { fires, quiet: silent }, { rules, folder }) {
  const program = findProgram('promtool');
  if (program === undefined) {
    throw new Error('promtool is missing: apt-get install prometheus, or set PROMTOOL_PATH');
  }
  const path = join(folder, `${rule.alert}.test.yaml`);
  const tests = [
    ...fires.map((one) => firing(rule, one)),
    ...silent.map((one) => quiet(rule, one)),
  ];
  const { step = '1m' } = fires[0];
  writeFileSync(path, stringify({ rule_files: [rules], evaluation_interval: step, tests }));
  return run(program, ['test', 'rules', path], { output: 'collect' });
}

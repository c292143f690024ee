import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { ALERT_CASES } from './lib/alert-cases.mjs';
import { read } from './lib/files.mjs';
import { judge } from './lib/promtool.mjs';

const folder = mkdtempSync(join(tmpdir(), 'naru-alerts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rules = parse(read('deploy/prometheus/alerts.yaml')).groups.flatMap((group) => group.rules);

/** Judges a rule alone, so that the evaluation of the others takes no time. */
function judgeAlone(rule, cases) {
  const path = join(folder, `${rule.alert}.yaml`);
  writeFileSync(path, stringify({ groups: [{ name: 'naru', rules: [rule] }] }));
  return judge(rule, cases, { rules: path, folder });
}

describe('alert rules', () => {
  it('have a series each on which they fire and one on which they do not [OPS-151]', async ({
    annotate,
  }) => {
    expect(Object.keys(ALERT_CASES).sort()).toEqual(rules.map(({ alert }) => alert).sort());
    for (const { fires, quiet } of Object.values(ALERT_CASES)) {
      expect(fires.length).toBeGreaterThan(0);
      expect(quiet.length).toBeGreaterThan(0);
    }
    const count = (kind) => Object.values(ALERT_CASES).flatMap((cases) => cases[kind]).length;
    await annotate(
      `${rules.length} rules, ${count('fires')} series that fire, ${count('quiet')} that do not`,
    );
  });

  it.each(rules.map((rule) => [rule.alert, rule]))(
    '%s fires when it must and only then, as promtool sees it [OPS-151]',
    async (name, rule) => {
      const { code, output } = await judgeAlone(rule, ALERT_CASES[name]);
      expect([code, output]).toEqual([0, expect.stringContaining('SUCCESS')]);
    },
  );

  it('that never fire, or always, are noticed', async () => {
    const rule = rules.find(({ alert }) => alert === 'NaruEngineDown');
    for (const expr of ['vector(0) > 1', 'naru_engine_up >= 0']) {
      const { code, output } = await judgeAlone({ ...rule, expr }, ALERT_CASES.NaruEngineDown);
      expect([code, output]).toEqual([1, expect.stringContaining('FAILED')]);
    }
  });

  it('wake nobody for what members do not notice [OPS-152]', () => {
    const severities = Object.fromEntries(
      rules.map(({ alert, labels }) => [alert, labels.severity]),
    );
    expect(severities).toMatchObject({
      NaruDown: 'critical',
      NaruEngineDown: 'critical',
      NaruErrors: 'critical',
      NaruBackupFailed: 'critical',
      NaruBackupProofFailed: 'critical',
      NaruHelperDown: 'warning',
      NaruBackupOld: 'warning',
      NaruBackupMissing: 'warning',
      NaruOutgoingHeld: 'warning',
    });
  });
});

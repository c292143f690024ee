import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { advisoriesOf } from './advisories.mjs';
import { runNpm } from './install.mjs';
import { root } from './root.mjs';

/** A version that has had advisories since 2020: a registry that names none for it knows none at all. */
const KNOWN = { name: 'minimist', version: '0.0.8' };

async function audit(cwd) {
  const patience = ['--fetch-retries=0', '--fetch-timeout=30000'];
  const words = ['audit', '--json', '--package-lock-only', '--loglevel=silent', ...patience];
  const { output } = await runNpm(words, { cwd });
  const report = parse(output);
  const advisories = advisoriesOf(report);
  return { advisories, reason: advisories === null ? reasonOf(report) : undefined };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Without the address of the registry, which may be private. */
const reasonOf = (report) =>
  String(report?.error?.code ?? report?.statusCode ?? 'no report').slice(0, 40);

/**
 * Asks the configured registry for the advisories of the locked versions. Returns `advisories: null`
 * and a reason when it cannot be reached, has no such call, or knows no advisories at all.
 */
export async function askRegistry() {
  const response = await audit(root);
  if (response.advisories === null || response.advisories.length > 0) return response;
  return (await knowsAdvisories())
    ? response
    : { advisories: null, reason: `it knows none for ${KNOWN.name} ${KNOWN.version} either` };
}

async function knowsAdvisories() {
  const folder = mkdtempSync(join(tmpdir(), 'naru-audit-'));
  try {
    const { name, version } = KNOWN;
    const manifest = { name: 'asks', version: '1.0.0', dependencies: { [name]: version } };
    const packages = { '': manifest, [`node_modules/${name}`]: { version } };
    const lock = { name: 'asks', version: '1.0.0', lockfileVersion: 3, requires: true, packages };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    const settings = join(root, '.npmrc');
    if (existsSync(settings)) copyFileSync(settings, join(folder, '.npmrc'));
    const { advisories } = await audit(folder);
    return advisories !== null && advisories.length > 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

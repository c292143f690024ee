import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../built-server.mjs';
import { createFakeSite } from './fake-site.mjs';

const FIRST = { '1.0.0': ['0000_init'] };
const SECOND = { ...FIRST, '1.1.0': ['0001_more', '0002_last'] };

let folder;
let site;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'naru-upgrade-'));
  site = createFakeSite(folder, await freePort());
  site.commitVersion('1.0.0', {}, FIRST);
  site.start();
  await expect.poll(site.serving).toMatchObject({ commit: site.commitOf('1.0.0') });
});
afterEach(() => {
  site.stop();
  rmSync(folder, { recursive: true, force: true });
});

const commitServing = async () => (await site.serving())?.commit;
const migrations = () => JSON.parse(readFileSync(join(folder, 'data/migrations.json'), 'utf8'));
const isInterrupted = () => existsSync(join(site.base, 'releases/upgrade.json'));

describe('npm run upgrade', () => {
  it('changes over to a healthy version, and back and forth on request [OPS-299]', async () => {
    site.commitVersion('1.1.0', {}, SECOND);
    const { code, text } = site.upgrade();
    expect([text, code]).toEqual([expect.stringContaining('The site runs 1.1.0'), 0]);
    expect(text).toContain('2 migrations: 0001_more, 0002_last.');
    expect(text).toContain('naru-1.tar.gz');
    expect(await commitServing()).toBe(site.commitOf('1.1.0'));
    expect(migrations()).toEqual([1, 2, 3]);
    expect(site.upgrade().text).toContain('This is v1.1.0 already');
    // What starts it again, such as the machine, starts the new one.
    site.restart();
    await expect.poll(commitServing).toBe(site.commitOf('1.1.0'));
    // The database is newer than the former version, which may run on it.
    expect(site.upgrade('--back').code).toBe(0);
    expect(await commitServing()).toBe(site.commitOf('1.0.0'));
    expect(site.upgrade('--back').code).toBe(0);
    expect(await commitServing()).toBe(site.commitOf('1.1.0'));
  });

  it('keeps two versions, and lets a checkout that runs no more follow [OPS-299]', async () => {
    site.commitVersion('1.1.0', {}, SECOND);
    expect(site.upgrade().code).toBe(0);
    site.commitVersion('1.2.0', {}, SECOND);
    expect(site.upgrade().code).toBe(0);
    const versionOfBase = () =>
      JSON.parse(readFileSync(join(site.base, 'package.json'), 'utf8')).version;
    expect(versionOfBase()).toBe('1.2.0');
    const folders = () =>
      readdirSync(join(site.base, 'releases'), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name);
    expect(new Set(folders())).toEqual(new Set([site.commitOf('1.1.0'), site.commitOf('1.2.0')]));
    expect(site.upgrade('--back').code).toBe(0);
    expect(await commitServing()).toBe(site.commitOf('1.1.0'));
  });

  it.each([
    ['cannot be built', { build: 'fail' }, /cannot compile[\s\S]+runs on as before/],
    ['cannot migrate', { migrate: 'fail' }, /relation exists[\s\S]+runs on as before/],
  ])(
    'leaves the running server alone when the new one %s [OPS-300]',
    async (_, behaviour, words) => {
      const before = await site.serving();
      site.commitVersion('1.1.0', behaviour, SECOND);
      const { code, text } = site.upgrade();
      expect([text, code]).toEqual([expect.stringMatching(words), 1]);
      expect(await site.serving()).toEqual(before);
      expect(isInterrupted()).toBe(false);
      // Also after some of its migrations have run.
      site.restart();
      await expect.poll(commitServing).toBe(site.commitOf('1.0.0'));
    },
  );

  it.each([
    ['is not healthy', { start: 'unavailable' }],
    ['ends at once', { start: 'crash' }],
  ])('goes back by itself when the new version %s [OPS-300]', async (_, behaviour) => {
    site.commitVersion('1.1.0', behaviour, SECOND);
    const { code, text } = site.upgrade('--wait', '3');
    expect([text, code]).toEqual([expect.stringContaining('The site runs 1.0.0'), 1]);
    expect(await commitServing()).toBe(site.commitOf('1.0.0'));
    expect(migrations()).toEqual([1, 2, 3]);
    // A corrected version takes its place.
    site.commitVersion('1.1.1', {}, SECOND);
    expect(site.upgrade().code).toBe(0);
    expect(await commitServing()).toBe(site.commitOf('1.1.1'));
  });

  it('goes on after it was killed while the new version started [OPS-301]', async () => {
    site.commitVersion('1.1.0', { start: 'unavailable' }, SECOND);
    const call = spawn(process.execPath, [...site.words, '--wait', '600'], {
      cwd: site.base,
      env: site.env,
      detached: true,
      stdio: 'ignore',
    });
    await expect.poll(commitServing).toBe(site.commitOf('1.1.0'));
    const lock = readFileSync(join(site.base, 'releases/upgrading'), 'utf8');
    process.kill(JSON.parse(lock).pid, 'SIGKILL');
    await once(call, 'exit');
    expect(isInterrupted()).toBe(true);
    const { code, text } = site.upgrade('--wait', '3');
    expect([text, code]).toEqual([expect.stringContaining('The site runs 1.0.0'), 1]);
    expect(text).not.toContain('Backing up');
    expect(isInterrupted()).toBe(false);
    expect(await commitServing()).toBe(site.commitOf('1.0.0'));
  });

  it('says what would happen with --check, and changes nothing [OPS-302]', async () => {
    site.commitVersion('1.1.0', {}, SECOND);
    const { code, text } = site.upgrade('--check');
    expect([text, code]).toEqual([expect.stringContaining('From 1.0.0 ('), 0]);
    expect(text).toContain('2 migrations: 0001_more, 0002_last.');
    expect(existsSync(join(site.base, 'releases', site.commitOf('1.1.0')))).toBe(false);
    expect(await commitServing()).toBe(site.commitOf('1.0.0'));
  });

  it('passes over no release unasked, and refuses what is no version [OPS-302]', async () => {
    site.commitVersion('1.2.0', {}, { ...SECOND, '1.2.0': ['0003_drop'] });
    const { code, text } = site.upgrade();
    expect([text, code]).toEqual([
      expect.stringMatching(/passes over releases \(1\.1\.0, 1\.2\.0\)/),
      1,
    ]);
    expect(await commitServing()).toBe(site.commitOf('1.0.0'));
    expect(site.upgrade('v9.9.9')).toEqual({
      code: 1,
      text: 'There is no version v9.9.9 in the repository.\n',
    });
    expect(site.upgrade('--skip-releases').code).toBe(0);
    expect(await commitServing()).toBe(site.commitOf('1.2.0'));
  });
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startProgram } from '../testing/started-program.ts';

/** The test needs a small disk, and so the right to mount one. */
const disk = mkdtempSync(join(tmpdir(), 'naru-disk-'));
const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'none', disk]);
const isMounted = status === 0;
afterAll(() => {
  if (isMounted) spawnSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true, force: true });
});

/** Writes until the disk is full; returns the path of the file that fills it. */
async function fillUp(): Promise<string> {
  const path = join(disk, 'ballast');
  const file = await open(path, 'w');
  for (const size of [1 << 20, 4_096, 1]) {
    const chunk = Buffer.alloc(size, 1);
    while (
      await file.write(chunk).then(
        () => true,
        () => false,
      )
    );
  }
  await file.close();
  expect((await statfs(disk)).bavail).toBe(0);
  return path;
}

describe.runIf(isMounted)('a start on a full disk', () => {
  it('waits for room, before the database was made and after, and says so once [REL-161]', async ({
    annotate,
  }) => {
    const env = { DATA_DIR: disk, WORKERS: '1', DEMO: 'off' };
    for (const begin of ['created', 'started']) {
      const ballast = await fillUp();
      const server = await startProgram(env);
      try {
        await server.untilPrinted(/Waiting for room on the disk: [^\n]*no space left on device/i);
        const ready = await fetch(`${server.url}/api/health/ready`);
        expect([begin, ready.status, await ready.json()]).toEqual([
          begin,
          503,
          { status: 'starting' },
        ]);
        await rm(ballast);
        const cleared = performance.now();
        await server.untilPrinted(' is ready: ');
        const seconds = ((performance.now() - cleared) / 1000).toFixed(1);
        await annotate(`database ${begin}: ready ${seconds} s after there was room`);
        expect(server.output().match(/Waiting for room/g)).toHaveLength(1);
        expect((await fetch(`${server.url}/api/health/ready`)).status).toBe(200);
      } finally {
        expect((await server.stop()).code).toBe(0);
      }
    }
  });
});

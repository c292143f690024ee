import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readDisk } from './disk-space.ts';

it('a folder that is not there yet has the space of the one that will hold it [OPS-396]', async () => {
  const disk = await readDisk(tmpdir());
  expect(disk?.size).toBeGreaterThan(0);
  expect((await readDisk(join(tmpdir(), 'naru-missing', 'below')))?.size).toBe(disk?.size);
  expect(await readDisk('\0')).toBeNull();
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { readCommit } from './commit.ts';

it('a server knows its commit from the build, or does without [OPS-190]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'naru-commit-'));
  const file = join(folder, 'commit');
  const read = () => readCommit(pathToFileURL(file));
  try {
    expect(read()).toBeNull();
    await writeFile(file, 'abc12345\n');
    expect(read()).toBe('abc12345');
    await writeFile(file, '<script>');
    expect(read()).toBeNull();
    expect(readCommit(pathToFileURL(folder))).toBeNull();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

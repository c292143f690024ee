import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/root.mjs';

const MAX_LINES = 300;
const MAX_TEST_LINES = 600;
const SOURCE = /\.(ts|tsx|mjs|cjs|css)$/;
const TEST = /(\.test\.(ts|tsx|mjs)$|^e2e\/)/;

// Tracked files and new ones, without what .gitignore names.
const listed = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
  { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
);
const files = [...new Set(listed.split('\0'))].filter(
  (file) => SOURCE.test(file) && existsSync(join(root, file)),
);
const tooLong = files.flatMap((file) => {
  const lines = readFileSync(join(root, file), 'utf8').split('\n').length - 1;
  const limit = TEST.test(file) ? MAX_TEST_LINES : MAX_LINES;
  return lines > limit ? [`${file}: ${lines} lines, allowed are ${limit}`] : [];
});

for (const line of tooLong) {
  console.error(line);
}
console.log(`${files.length} source files looked at, ${tooLong.length} too long.`);
process.exitCode = files.length === 0 || tooLong.length > 0 ? 1 : 0;

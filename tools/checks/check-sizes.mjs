import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/lib/root.mjs';
import { sourceFiles } from '../../scripts/lib/source-files.mjs';

const MAX_LINES = 300;
const MAX_TEST_LINES = 600;
const SOURCE = /\.(ts|tsx|mjs|cjs|css)$/;
const TEST = /(\.test\.(ts|tsx|mjs)$|^e2e\/)/;

const files = sourceFiles().filter((file) => SOURCE.test(file));
const tooLong = files.flatMap((file) => {
  const lines = readFileSync(join(root, file), 'utf8').split('\n').length - 1;
  const limit = TEST.test(file) ? MAX_TEST_LINES : MAX_LINES;
  return lines > limit ? [`${file}: ${lines} lines, allowed are ${limit}`] : [];
});

for (const line of tooLong) console.error(line);
console.log(`${files.length} source files checked, ${tooLong.length} too long.`);
process.exitCode = files.length === 0 || tooLong.length > 0 ? 1 : 0;

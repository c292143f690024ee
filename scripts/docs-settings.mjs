import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/root.mjs';
import { settingsFiles } from './lib/settings-pages.mjs';

for (const [path, text] of Object.entries(settingsFiles())) {
  writeFileSync(join(root, path), text);
  console.log(`Wrote ${path}`);
}

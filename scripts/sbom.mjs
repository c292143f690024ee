/** Writes dist/sbom.cdx.json: the production packages of this checkout, as CycloneDX. */
import './lib/require-node.mjs';

const { mkdirSync, readFileSync, writeFileSync } = await import('node:fs');
const { dirname, join } = await import('node:path');
const { billOfMaterials, writeJson } = await import('./lib/bill-of-materials.mjs');
const { root } = await import('./lib/root.mjs');

const target = join(root, 'dist', 'sbom.cdx.json');
const bom = billOfMaterials(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, writeJson(bom));
console.log(`dist/sbom.cdx.json has ${bom.components.size} packages.`);

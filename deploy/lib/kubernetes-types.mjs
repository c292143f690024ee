import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/lib/root.mjs';
import { runTool } from '../../scripts/lib/run.mjs';

/** Modules of kubernetes-types by API version. */
const MODULES = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'autoscaling/v2': 'autoscaling/v2',
  'batch/v1': 'batch/v1',
  'networking.k8s.io/v1': 'networking/v1',
  'policy/v1': 'policy/v1',
};

const OPTIONS = '--noEmit --skipLibCheck --strict --module nodenext --allowImportingTsExtensions';

/** Whether the API of the object belongs to Kubernetes itself. */
export const isBuiltIn = ({ apiVersion }) => Object.hasOwn(MODULES, apiVersion);

/**
 * Compares objects with the types of the Kubernetes API: TypeScript refuses unknown fields, missing
 * ones and values of another type. Returns the faults of each object, in their order.
 */
export async function typeFaults(objects) {
  const folder = mkdtempSync(join(tmpdir(), 'naru-kubernetes-'));
  const file = join(folder, 'objects.ts');
  const lines = objects.map((object, at) => {
    const module = join(
      root,
      'node_modules/kubernetes-types',
      `${MODULES[object.apiVersion]}.d.ts`,
    );
    const type = `import(${JSON.stringify(module)}).${object.kind}`;
    return `export const object${at}: ${type} = ${JSON.stringify(object)};`;
  });
  try {
    writeFileSync(file, lines.join('\n'));
    const options = [...OPTIONS.split(' '), '--types', '', '--checkers', '1', file];
    const { code, output } = await runTool('typescript/bin/tsc', options, { output: 'collect' });
    const found = [...output.matchAll(/objects\.ts[(:](\d+)[,:]\d+\)?.*?error (TS\d+: .*)/g)];
    if (code !== 0 && found.length === 0) throw new Error(output);
    return objects.map((_, at) =>
      found.filter(([, line]) => Number(line) === at + 1).map(([, , message]) => message),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

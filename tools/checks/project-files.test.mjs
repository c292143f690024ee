import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findLocked } from '../../scripts/lib/locked-packages.mjs';
import { root } from '../../scripts/lib/root.mjs';
import { filesBelow } from '../../scripts/lib/source-files.mjs';
import { SUPPORTED_NODES } from '../../scripts/lib/supported-nodes.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const major = (version) => version.split('.')[0];
const { allowScripts, engines, scripts } = JSON.parse(read('package.json'));

describe('supported Node releases', () => {
  it('start where `engines` does', () => {
    const oldest = SUPPORTED_NODES[0].split('.').slice(0, 2).join('.');
    expect(engines.node).toBe(`>=${oldest}`);
  });

  it('are the ones that the workflow runs the gate on', () => {
    const { matrix } = parse(read('.github/workflows/gate.yml')).jobs.gate.strategy;
    expect(matrix.node.map(major)).toEqual(SUPPORTED_NODES.map(major));
  });

  it('include those of .nvmrc and of the devcontainer', () => {
    const preferred = read('.nvmrc').trim();
    expect(SUPPORTED_NODES.map(major)).toContain(preferred);
    const { image } = JSON.parse(read('.devcontainer/devcontainer.json'));
    expect(image).toMatch(new RegExp(`:1-${preferred}-`));
  });

  it.each(['README.md', 'README.ko.md'])('are named in %s', (file) => {
    for (const version of SUPPORTED_NODES) {
      expect(read(file)).toMatch(new RegExp(`\\b${major(version)}\\b`));
    }
  });
});

it.each(['README.md', 'README.ko.md'])('%s has at most 110 lines, for whoever is new', (file) => {
  expect(read(file).trimEnd().split('\n').length).toBeLessThanOrEqual(110);
});

describe('workflow', () => {
  it.each([
    ['gate', 'npm test', 'test'],
    ['whole', 'npm run test:whole', 'test:whole'],
  ])('%s runs %s without write permissions', (name, command, script) => {
    const { jobs, permissions } = parse(read(`.github/workflows/${name}.yml`));
    expect(jobs[name].steps.map(({ run }) => run).filter(Boolean)).toEqual([
      expect.stringMatching(/apt-get install .* redis-server$/),
      command,
    ]);
    expect(scripts[script]).toBeDefined();
    expect(permissions).toEqual({ contents: 'read' });
  });
});

describe('issue forms', () => {
  const folder = '.github/ISSUE_TEMPLATE';
  const forms = readdirSync(join(root, folder)).filter((name) => name !== 'config.yml');

  it.each(forms)('%s has a name, a description and fields with unique ids', (name) => {
    const form = parse(read(`${folder}/${name}`));
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
    const ids = form.body.map(({ id }) => id);
    expect(new Set(ids).size).toBe(form.body.length);
    for (const { type, attributes } of form.body) {
      expect(['textarea', 'input', 'dropdown', 'checkboxes']).toContain(type);
      expect(attributes.label).toBeTruthy();
    }
  });

  it('refer vulnerabilities to SECURITY.md, which names private ways [OPS-11]', () => {
    expect(read('SECURITY.md')).toMatch(/private security advisory[\s\S]*contact address/);
  });
});

describe('npm commands', () => {
  it.each(['dev', 'bench', 'demo', 'admin', 'backup', 'restore', 'move', 'sbom', 'licences'])(
    'have %s, and its script [OPS-02]',
    (name) => {
      const [, path] = /^exec node (\S+)/.exec(scripts[name] ?? '') ?? [];
      expect(existsSync(join(root, path ?? 'none'))).toBe(true);
    },
  );
});

/** npm runs scripts with these names by itself when it installs, also where only the manifests are, as in the image. */
const RUN_BY_NPM = /^(pre|post)?(install|prepare|publish|shrinkwrap)$|^(prepublish|dependencies)/;

it('npm installs without running a command of this repository [OPS-191]', () => {
  expect(Object.keys(scripts).filter((name) => RUN_BY_NPM.test(name))).toEqual([]);
});

describe('renovate.json', () => {
  it('pins exactly, delays new releases, and keeps to the oldest Node', () => {
    const config = JSON.parse(read('renovate.json'));
    expect(config).toMatchObject({
      rangeStrategy: 'pin',
      minimumReleaseAge: expect.stringMatching(/^\d+ days$/),
      constraints: { node: engines.node },
    });
  });

  it('finds every dependency pinned as configured [OPS-10]', () => {
    const manifests = ['package.json', 'apps/server/package.json', 'apps/web/package.json'];
    const ranges = manifests.flatMap((path) => {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(read(path));
      return Object.values({ ...dependencies, ...devDependencies });
    });
    expect(ranges.filter((range) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range))).toEqual([]);
  });
});

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

// A registry without the packages of other systems makes npm drop them from the lock, and then `npm
// ci` refuses the lock everywhere.
it('locks the optional packages of every system', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !findLocked(packages, path, name)),
  );
  expect(missing).toEqual([]);
});

// npm will block what is not named. Without its script the embedded database lacks links to its libraries.
it('allows the scripts of packages that install themselves on Linux and macOS [OPS-10]', () => {
  const names = Object.entries(packages)
    .filter(([, { hasInstallScript, os }]) => hasInstallScript && !os?.includes('win32'))
    .map(([path]) => path.split('node_modules/').at(-1));
  expect(Object.keys(allowScripts)).toEqual([...new Set(names)].sort());
});

const FOLDERS = [
  'apps/server/src',
  'apps/server/migrations',
  'apps/web/src',
  'apps/web/public',
  'packages/contract/src',
];
const CODE = /(?<!\.(test|fixture))\.(tsx?|html|css|js|json|sql)$/;
/** Names of the university and the department of the demo. */
const DEMO_NAMES = /kmou|한국해양|해양대|인공지능|학부사무실/i;
/** What a nickname must not be is the same everywhere. */
const ALLOWED = new Set(['packages/contract/src/nicknames.ts']);

it('names the department of the demo in the demo only [UI-250]', () => {
  const files = [...FOLDERS.flatMap(filesBelow), 'apps/web/index.html'].filter(
    (path) => CODE.test(path) && !path.includes('/testing/') && !ALLOWED.has(path),
  );
  expect(files.length).toBeGreaterThan(1000);
  const naming = files.filter((path) => DEMO_NAMES.test(readFileSync(join(root, path), 'utf8')));
  expect(naming).toEqual([]);
});

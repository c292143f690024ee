import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validation } from '@cyclonedx/cyclonedx-library';
import { describe, expect, it } from 'vitest';
import {
  advisoriesOf,
  describeStored,
  findAffected,
  listOf,
  readStored,
} from './lib/advisories.mjs';
import { billOfMaterials, SPEC, writeJson } from './lib/bill-of-materials.mjs';
import { faultsOfLicences, faultsOfManifests } from './lib/licences.mjs';
import { findLocked, fingerprintOf, lockedPackages, packagesOf } from './lib/locked-packages.mjs';
import { root } from './lib/root.mjs';

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const packageOf = (licence, more = {}) => ({
  path: 'node_modules/gull',
  name: 'gull',
  version: '1.2.3',
  licence,
  isProduction: true,
  ...more,
});
const faultsOf = (licence, more) => faultsOfLicences([packageOf(licence, more)], []);

describe('licences', () => {
  it.each(['MIT', '(MPL-2.0 OR Apache-2.0)', 'MIT AND (ISC OR GPL-3.0-only)'])(
    'permit the use under MIT: %s [OPS-140]',
    (licence) => {
      expect(faultsOf(licence)).toEqual([]);
    },
  );

  it.each([
    'GPL-3.0-only',
    'MIT AND AGPL-3.0-only',
    'GPL-2.0-only WITH Classpath-exception-2.0',
    'SEE LICENSE IN LICENSE.md',
    'UNLICENSED',
    '',
    undefined,
  ])('are refused with the name of the package: %s [OPS-140]', (licence) => {
    expect(faultsOf(licence)).toEqual([expect.stringMatching(/^gull 1\.2\.3: /)]);
    expect(faultsOf(licence, { isProduction: false })).toEqual([]);
  });

  it('of an exception are refused when they change, and an exception that nothing needs too [OPS-140]', () => {
    const exceptions = [{ name: 'gull*', licence: 'MPL-2.0', why: 'unchanged' }];
    expect(faultsOfLicences([packageOf('MPL-2.0')], exceptions)).toEqual([]);
    expect(faultsOfLicences([packageOf('MIT')], exceptions)).toEqual([
      'gull 1.2.3: its licence was MPL-2.0, now it is MIT',
    ]);
    expect(faultsOfLicences([], exceptions)).toHaveLength(1);
  });

  it('of what is installed are those of the lock file [OPS-140]', () => {
    const semver = lockedPackages().find(({ path }) => path === 'node_modules/semver');
    const installed = { ...semver, isProduction: true };
    expect(faultsOfManifests([installed], root)).toEqual([]);
    expect(faultsOfManifests([{ ...installed, licence: 'MIT' }], root)).toHaveLength(1);
    expect(faultsOfManifests([packageOf('MIT')], root)).toEqual([]);
  });
});

describe('advisories', () => {
  const advisory = {
    name: 'gull',
    severity: 'high',
    range: '<1.3.0',
    title: 'Steals fish',
    url: 'https://advisories.example/1',
  };
  const report = {
    auditReportVersion: 2,
    vulnerabilities: {
      gull: { via: [{ source: 1, dependency: 'gull', ...advisory }] },
      harbour: { via: ['gull', { source: 1, dependency: 'gull', ...advisory }] },
    },
  };

  it('are read from a report, each once; anything else is no report [OPS-141]', () => {
    expect(advisoriesOf(report)).toEqual([advisory]);
    expect(advisoriesOf({ auditReportVersion: 2, vulnerabilities: {} })).toEqual([]);
    for (const other of [null, {}, { statusCode: 405, error: {} }]) {
      expect(advisoriesOf(other)).toBeNull();
    }
  });

  it('concern the locked versions in their range only [OPS-141]', () => {
    expect(findAffected([advisory], [packageOf('MIT')])).toEqual([
      { isProduction: true, line: expect.stringMatching(/^gull 1\.2\.3: high: Steals fish/) },
    ]);
    expect(findAffected([advisory], [packageOf('MIT', { version: '1.3.0' })])).toEqual([]);
    const built = findAffected([advisory], [packageOf('MIT', { isProduction: false })]);
    expect(built[0].line).toMatch(/development only$/);
  });

  it('of the stored list come with its age, its versions and whether it knows anything [OPS-141]', () => {
    const packages = [packageOf('MIT')];
    const made = new Date('2026-11-20T12:00:00Z');
    const now = new Date('2026-11-23T13:00:00Z');
    const list = listOf({ advisories: [advisory] }, packages, made);
    expect(list).toMatchObject({ asked: '2026-11-20', responded: true });
    const says = (known, locked = packages) => describeStored(known, locked, now);
    expect(says(list)).toMatch(/2026-11-20 \(3 days old\), made for the locked versions$/);
    expect(says(list, [packageOf('MIT', { version: '2.0.0' })])).toMatch(/refresh it$/);
    const none = listOf({ advisories: null, reason: '405' }, packages, made);
    expect(none).toMatchObject({ responded: false, advisories: [] });
    expect(says(none)).toMatch(/knows nothing/);
  });

  it('of the repository are of a day and do not concern a production package [OPS-141, OPS-10]', () => {
    const stored = readStored();
    expect(stored.asked).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    if (!stored.responded) expect(stored.advisories).toEqual([]);
    const affected = findAffected(stored.advisories, lockedPackages());
    expect(affected.filter(({ isProduction }) => isProduction)).toEqual([]);
  });
});

describe('the lock file', () => {
  it('is read without links and workspaces, and found as Node finds packages', () => {
    const packages = {
      '': { name: 'naru' },
      'apps/server': { name: '@naru/server' },
      'apps/server/node_modules/gull': { version: '2.0.0' },
      'node_modules/@naru/server': { link: true },
      'node_modules/gull': { version: '1.0.0', license: 'MIT' },
      'node_modules/nest/node_modules/@sea/egg': { version: '3.0.0', dev: true },
    };
    expect(packagesOf({ packages }).map(({ name, isProduction }) => [name, isProduction])).toEqual([
      ['gull', true],
      ['gull', true],
      ['@sea/egg', false],
    ]);
    expect(findLocked(packages, 'apps/server', 'gull')).toBe('apps/server/node_modules/gull');
    expect(findLocked(packages, 'node_modules/nest', 'gull')).toBe('node_modules/gull');
    expect(findLocked(packages, 'node_modules/nest/node_modules/@sea/egg', 'none')).toBeUndefined();
    const one = packagesOf({ packages });
    expect(fingerprintOf(one)).toBe(fingerprintOf(one.toReversed()));
    expect(fingerprintOf(one)).not.toBe(fingerprintOf(one.slice(1)));
  });
});

describe('the bill of materials', () => {
  const bom = billOfMaterials(lock);
  const text = writeJson(bom);

  it('is valid CycloneDX and the same each time [OPS-142]', async () => {
    const validator = new Validation.JsonStrictValidator(SPEC);
    expect(await validator.validate(text)).toBeNull();
    expect(await validator.validate(text.replace('"library"', '"shelf"'))).not.toBeNull();
    expect(writeJson(billOfMaterials(lock))).toBe(text);
  });

  it('has every production package with its licence, and none of development [OPS-142]', () => {
    const { components, dependencies, metadata } = JSON.parse(text);
    const names = new Set(components.map(({ name, version }) => `${name}@${version}`));
    const wanted = lockedPackages().filter(({ isProduction }) => isProduction);
    expect(names).toEqual(new Set(wanted.map(({ name, version }) => `${name}@${version}`)));
    expect(components.filter(({ licenses }) => licenses?.length !== 1)).toEqual([]);
    const needs = (ref) => dependencies.find((one) => one.ref === ref)?.dependsOn ?? [];
    const { 'bom-ref': whole } = metadata.component;
    expect(needs(whole)).toContainEqual(expect.stringMatching(/^pkg:npm\/fastify@/));
    expect(needs(whole)).not.toContainEqual(expect.stringMatching(/^pkg:npm\/vitest@/));
    const fastify = needs(whole).find((ref) => ref.startsWith('pkg:npm/fastify@'));
    expect(needs(fastify)).toContainEqual(expect.stringMatching(/^pkg:npm\/pino@/));
  });

  it('names no registry and no folder of where it was made [OPS-142]', () => {
    expect(text.match(/https?:\/\/[^"]+/g)).toEqual([expect.stringContaining('cyclonedx.org')]);
    expect(text).not.toContain(root);
    expect(text).not.toMatch(/file:|registry\./);
  });
});

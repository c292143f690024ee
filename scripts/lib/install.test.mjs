import { describe, expect, it } from 'vitest';
import { isInstalled } from './install.mjs';
import { isOwner, requireOwner } from './owner.mjs';

const here = { os: [process.platform], cpu: [process.arch] };
const elsewhere = { os: ['sunos'], cpu: ['sparc'] };

function lockOf(packages) {
  return JSON.stringify({ packages });
}

const wanted = lockOf({
  '': { name: 'naru' },
  'apps/server': { name: '@naru/server', version: '0.1.0' },
  'node_modules/@naru/server': { link: true, resolved: 'apps/server' },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/native-here': { version: '1.0.0', optional: true, ...here },
  'node_modules/native-elsewhere': { version: '1.0.0', optional: true, ...elsewhere },
});
const complete = {
  'node_modules/@naru/server': { link: true, resolved: 'apps/server' },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/native-here': { version: '1.0.0' },
};

describe('isInstalled', () => {
  it('is false without a hidden lock file', () => {
    expect(isInstalled(wanted, '')).toBe(false);
  });

  it('is false when a package has another version', () => {
    const present = { ...complete, 'node_modules/a': { version: '1.0.1' } };
    expect(isInstalled(wanted, lockOf(present))).toBe(false);
  });

  it.each(Object.keys(complete))('is false without %s', (path) => {
    const present = Object.fromEntries(Object.entries(complete).filter(([name]) => name !== path));
    expect(isInstalled(wanted, lockOf(present))).toBe(false);
  });

  it('is true when only packages of other systems are missing', () => {
    expect(isInstalled(wanted, lockOf(complete))).toBe(true);
  });
});

describe('a checkout that this user cannot change', () => {
  it('ends a start that would have to build, with what its owner runs [OPS-74]', () => {
    expect(() => requireOwner('The build is not that of the checkout', '/no/such/folder')).toThrow(
      /^The build is not that of the checkout, and this user cannot change \/no\/such\/folder: run /,
    );
    expect(isOwner('/no/such/folder')).toBe(false);
    expect(() => requireOwner('Nothing', import.meta.dirname)).not.toThrow();
  });
});

import { execFile } from 'node:child_process';
import { lookup, resolveTxt } from 'node:dns/promises';
import { promisify } from 'node:util';
import { readDisk } from '../../platform/disk-space.ts';
import type { Machine } from './given.ts';

const TIMEDATECTL_MS = 3_000;

export const thisMachine: Machine = {
  lookup: (host) => lookup(host, { all: true }),
  resolveTxt,
  readDisk,
  node: process.versions.node,
  uid: process.getuid?.() ?? 0,
  async isClockSynchronised() {
    const options = ['show', '--property=NTPSynchronized', '--value'];
    const done = promisify(execFile)('timedatectl', options, { timeout: TIMEDATECTL_MS });
    const said = await done.then(
      ({ stdout }) => stdout.trim(),
      () => '',
    );
    return said === 'yes' || said === 'no' ? said === 'yes' : null;
  },
};

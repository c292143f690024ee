import type { Env } from '../../config/env.ts';
import type { readDisk } from '../../platform/disk-space.ts';
import type { SiteCall } from '../proofs/call-site.ts';
import type { Finding } from '../proofs/finding.ts';

/** What checks look at. */
export interface Given {
  env: Env;
  /** The file of settings; null without one. */
  settingsFile: string | null;
  program: { version: string; commit: string | null };
  /** What of the checkout is not as its sources say, such as `the web app`. */
  stale: readonly string[];
  now: Date;
  /** URL of a database that can be read without disturbing a server; null with the reason in `why`. */
  database: { url: string } | { url: null; why: string };
  /** A call to the public address, shared by the checks. */
  site: Promise<SiteCall | null>;
  machine: Machine;
}

/** The parts of the machine that tests replace. */
export interface Machine {
  lookup(host: string): Promise<{ address: string }[]>;
  resolveTxt(name: string): Promise<string[][]>;
  readDisk: typeof readDisk;
  /** Whether the system says that its clock follows a time server; null when it does not say. */
  isClockSynchronised(): Promise<boolean | null>;
  node: string;
  uid: number;
  /** Certificates that are trusted in place of the usual ones. */
  ca?: string;
}

export interface Check {
  /** In the output for monitoring. */
  id: string;
  title: string;
  run(given: Given): Promise<Finding[]>;
}

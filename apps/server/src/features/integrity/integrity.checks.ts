import type { CheckResult } from '@naru/contract/integrity';
import {
  COUNTER_CHECKS,
  INTEGRITY_CHECKS,
  type IntegrityCheck,
} from '@naru/contract/integrity-checks';
import type { Tools } from '../tools.ts';
import { compareCounters, FIRST } from './counters.repo.ts';
import { createFilesCheck } from './files.check.ts';
import { type Found, foundOf, NOTHING, scan } from './integrity.scan.ts';
import { createKeysCheck } from './keys.check.ts';
import { compareOthers, compareParts, compareRanks } from './parts.repo.ts';

export interface CheckDeps
  extends Pick<Tools, 'db' | 'storage' | 'clock' | 'seal' | 'audit' | 'log'> {
  /** Newest first. */
  secrets: readonly string[];
}

/** All checks of one run, one after the other: each waits for a statement at a time. They only read. */
export async function runChecks(deps: CheckDeps): Promise<CheckResult[]> {
  const { db, audit, log } = deps;
  const files = createFilesCheck(deps);
  const keys = createKeysCheck(deps);
  const counters = COUNTER_CHECKS.map((check) => [
    check,
    () => scan(FIRST, (after) => compareCounters(db, check, after)),
  ]);
  const parts = (['POST_PARTS', 'COMMENT_PARTS'] as const).map((check) => [
    check,
    () => scan(FIRST, (after) => compareParts(db, check, after)),
  ]);
  const checks: Record<IntegrityCheck, () => Promise<Found>> = {
    ...Object.fromEntries(counters),
    ...Object.fromEntries(parts),
    OTHER_PARTS: () => scan(0, (at) => compareOthers(db, at)),
    PAGE_RANKS: () => scan(0, () => compareRanks(db)),
    FILE_OBJECTS: files.compareObjects,
    FILE_ROWS: files.compareRows,
    AUDIT: async () => {
      const { looked, broken } = await audit.verify();
      return broken === null ? { ...NOTHING, looked } : foundOf(looked, [broken]);
    },
    KEYS: keys.compareKeys,
    CRYPT: keys.compareSeals,
  };
  const results: CheckResult[] = [];
  for (const check of INTEGRITY_CHECKS) {
    try {
      const found = await checks[check]();
      results.push({ check, state: found.faults > 0 ? 'FAULTY' : 'WELL', ...found });
    } catch (err) {
      log.warn({ check, err }, 'integrity check failed');
      results.push({ check, state: 'FAILED', ...NOTHING });
    }
  }
  return results;
}

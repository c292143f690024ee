import type { BackupStep } from '@naru/contract/backups';
import type { Db } from '../db/client.ts';
import { clearStep, noteStep, type StepRow } from '../domain/backups/backup-proof.repo.ts';

/** Called when a part of a step is done; `total` is null where it is not known. */
export type OnStep = (step: BackupStep, done: number, total: number | null) => void;

export const ignoreSteps: OnStep = () => undefined;

const PAUSE_MS = 1_000;

/**
 * Stores how far a backup or a proof is, for all servers, at most once a second. A failure to store affects nothing.
 */
export function createStepNotes(db: Db, kind: StepRow['kind']) {
  let writing: Promise<unknown> = Promise.resolve();
  let last: { step: BackupStep; at: number } | null = null;
  const onStep: OnStep = (step, done, total) => {
    const at = performance.now();
    if (last?.step === step && at - last.at < PAUSE_MS) return;
    last = { step, at };
    writing = writing.then(() => noteStep(db, { kind, step, done, total })).catch(() => undefined);
  };
  return {
    onStep,
    /** Resolves once nothing is written any more. */
    async end(): Promise<void> {
      await writing;
      await clearStep(db, kind).catch(() => undefined);
    },
  };
}

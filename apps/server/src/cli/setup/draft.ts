import { readFile, rm } from 'node:fs/promises';
import * as z from 'zod/mini';
import { writeFileAtomically } from '../../platform/atomic-file.ts';
import type { Given } from './interview.ts';

const schema = z.object({
  savedAt: z.iso.datetime(),
  answers: z.record(z.string(), z.string()),
});

export interface Draft {
  savedAt: Date;
  answers: Given;
}

const pathOf = (settingsFile: string) => `${settingsFile}.draft`;

/** The answers of an interrupted run, beside the file of settings; null without any that can be read. */
export async function readDraft(settingsFile: string): Promise<Draft | null> {
  try {
    const text = await readFile(pathOf(settingsFile), 'utf8');
    const { savedAt, answers } = z.parse(schema, JSON.parse(text));
    return { savedAt: new Date(savedAt), answers };
  } catch {
    return null;
  }
}

/** Only its owner can read it. */
export async function writeDraft(settingsFile: string, { savedAt, answers }: Draft): Promise<void> {
  const text = JSON.stringify({ savedAt: savedAt.toISOString(), answers }, null, 2);
  await writeFileAtomically(pathOf(settingsFile), `${text}\n`);
}

export const removeDraft = (settingsFile: string): Promise<void> =>
  rm(pathOf(settingsFile), { force: true });

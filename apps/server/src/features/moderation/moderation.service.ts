import { createRemoved } from './removed.ts';
import type { RevealEmails } from './reveals.emails.ts';
import { createRevealNotices } from './reveals.notices.ts';
import { createReveals } from './reveals.ts';
import type { SuspensionEmails } from './suspension.emails.ts';
import { createSuspensions } from './suspension.ts';

type Deps = Parameters<typeof createRemoved>[0] &
  Parameters<typeof createReveals>[0] &
  Omit<Parameters<typeof createSuspensions>[0], 'emails'> &
  Omit<Parameters<typeof createRevealNotices>[0], 'emails'> & {
    emails: SuspensionEmails & RevealEmails;
  };

export type ModerationService = ReturnType<typeof createModerationService>;

export function createModerationService(deps: Deps) {
  return {
    ...createSuspensions(deps),
    ...createRemoved(deps),
    ...createReveals(deps),
    ...createRevealNotices(deps),
  };
}

import { createRemoved } from './removed.ts';
import { createReveals } from './reveals.ts';
import { createSuspensions } from './suspension.ts';

type Deps = Parameters<typeof createRemoved>[0] &
  Parameters<typeof createReveals>[0] &
  Parameters<typeof createSuspensions>[0];

export type ModerationService = ReturnType<typeof createModerationService>;

export function createModerationService(deps: Deps) {
  return { ...createSuspensions(deps), ...createRemoved(deps), ...createReveals(deps) };
}

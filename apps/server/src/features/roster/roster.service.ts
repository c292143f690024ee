import { createRollOver } from './roll-over.ts';
import { createRosterImport, type ImportDeps } from './roster.import.ts';
import { createInvitations, type InvitationDeps } from './roster.invitations.ts';

export type RosterService = ReturnType<typeof createRosterService>;

/** Who belongs to the department: files, invitations and the change of the academic year. */
export function createRosterService(deps: ImportDeps & InvitationDeps) {
  const { sendDue, erase, ...invitations } = createInvitations(deps);
  const { endRoles, ...rollOver } = createRollOver(deps);
  return {
    importFile: createRosterImport(deps),
    invitations,
    rollOver,
    jobs: { sendInvitations: sendDue, eraseRoster: erase, endRoles },
  };
}

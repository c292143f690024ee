import { AuditView } from '../../features/audit/audit-view.tsx';

/** AUDIT: what staff did. */
export function AuditPanel() {
  return <AuditView />;
}

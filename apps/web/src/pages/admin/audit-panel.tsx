import { AUDIT_ACTION_NAMES, AUDIT_TARGETS } from '@naru/contract/audit';
import { AuditView } from '../../features/audit/audit-view.tsx';
import { pageParameter, usePlace } from '../../lib/place.ts';

export function AuditPanel() {
  const { read, oneOf, pageOf, go } = usePlace();
  const filter = {
    action: oneOf('action', AUDIT_ACTION_NAMES),
    targetType: oneOf('target', AUDIT_TARGETS),
    actor: read('actor') ?? '',
    from: read('from') ?? '',
    to: read('to') ?? '',
  };
  return (
    <AuditView
      initial={{ filter, page: pageOf() }}
      onPlace={({ filter: { action, targetType: target, actor, from, to }, page }) =>
        go({ action, target, actor, from, to, page: pageParameter(page) })
      }
    />
  );
}

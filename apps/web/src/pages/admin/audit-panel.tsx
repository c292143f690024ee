import { AUDIT_ACTION_NAMES, AUDIT_TARGETS } from '@naru/contract/admin';
import { AuditView } from '../../features/audit/audit-view.tsx';
import { useConsolePlace } from './console-panels.ts';

export function AuditPanel() {
  const { page, actor = '', from = '', to = '', go, ...search } = useConsolePlace();
  const action = AUDIT_ACTION_NAMES.find((name) => name === search.action);
  const targetType = AUDIT_TARGETS.find((type) => type === search.target);
  return (
    <AuditView
      initial={{ filter: { action, targetType, actor, from, to }, page }}
      onPlace={({ filter, page: next }) =>
        go(
          {
            action: filter.action,
            target: filter.targetType,
            actor: filter.actor || undefined,
            from: filter.from || undefined,
            to: filter.to || undefined,
          },
          next,
        )
      }
    />
  );
}

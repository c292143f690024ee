import { AUDIT_ACTION_NAMES, AUDIT_TARGETS } from '@naru/contract/admin';
import { getRouteApi } from '@tanstack/react-router';
import { AuditView } from '../../features/audit/audit-view.tsx';
import { PATHS } from '../../lib/paths.ts';

const route = getRouteApi(PATHS.admin);

/** Keeps filters and page in the address. */
export function AuditPanel() {
  const { menu, page = 1, actor = '', from = '', to = '', ...search } = route.useSearch();
  const action = AUDIT_ACTION_NAMES.find((name) => name === search.action);
  const targetType = AUDIT_TARGETS.find((type) => type === search.target);
  const navigate = route.useNavigate();
  return (
    <AuditView
      initial={{ filter: { action, targetType, actor, from, to }, page: page - 1 }}
      onPlace={({ filter, page }) =>
        void navigate({
          search: {
            menu,
            page: page > 0 ? page + 1 : undefined,
            action: filter.action,
            target: filter.targetType,
            actor: filter.actor || undefined,
            from: filter.from || undefined,
            to: filter.to || undefined,
          },
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}

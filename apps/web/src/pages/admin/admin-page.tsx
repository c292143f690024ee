import type { Role } from '@naru/contract/roles';
import { getRouteApi } from '@tanstack/react-router';
import { Compass, Lock } from 'lucide-react';
import { Suspense } from 'react';
import { PATHS } from '../../app/paths.ts';
import { useMe } from '../../entities/member/me.ts';
import { Card } from '../../ui/card.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AdminNav } from './admin-nav.tsx';
import { ADMIN_PANELS } from './admin-panels.ts';
import {
  ADMIN_ENTRIES,
  type AdminPanelName,
  deniedText,
  findAdminPanel,
  mayOpen,
} from './console-panels.ts';

const route = getRouteApi(PATHS.admin);

/** The route guard has admitted STUDENT_COUNCIL and above. */
export function AdminPage() {
  const { menu: wanted } = route.useSearch();
  const { data: me } = useMe();
  const roles = me?.roles ?? [];
  const menu = findAdminPanel(wanted);
  const title = menu === null ? '관리자' : ADMIN_ENTRIES[menu].label;
  return (
    <Page title={menu === null ? title : `${title} · 관리자`}>
      <div className="grid items-start gap-6 max-lg:gap-3 lg:grid-cols-[180px_minmax(0,1fr)]">
        <AdminNav current={menu} roles={roles} />
        <div className="min-w-0">
          <PageHeading className="mb-4 max-md:mb-3 max-md:text-xl">{title}</PageHeading>
          <Chosen menu={menu} roles={roles} />
        </div>
      </div>
    </Page>
  );
}

function Chosen({ menu, roles }: { menu: AdminPanelName | null; roles: readonly Role[] }) {
  const Panel = menu === null ? undefined : ADMIN_PANELS[menu];
  if (menu === null || Panel === undefined) {
    return (
      <Card>
        <EmptyState
          icon={<Compass size={22} />}
          title="선택된 메뉴가 없습니다."
          text="메뉴에서 볼 항목을 골라 주세요."
        />
      </Card>
    );
  }
  if (!mayOpen(menu, roles)) {
    return (
      <Card>
        <EmptyState
          icon={<Lock size={22} />}
          title={deniedText(menu)}
          text="필요하면 고객 지원에서 권한을 요청해 주세요."
        />
      </Card>
    );
  }
  return (
    <Suspense
      fallback={
        <Card className="overflow-hidden">
          <SkeletonRows rows={5} />
        </Card>
      }
    >
      <Panel />
    </Suspense>
  );
}

import type { Role } from '@naru/contract/roles';
import { getRouteApi } from '@tanstack/react-router';
import { Compass, Lock } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useMe } from '../../entities/member/me.ts';
import { HeldNotice } from '../../features/outgoing/held-notice.tsx';
import { PATHS } from '../../lib/paths.ts';
import { useMedia } from '../../lib/use-media.ts';
import { Card } from '../../ui/card.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ADMIN_PANELS } from './admin-panels.ts';
import { ConsoleNav } from './console-nav.tsx';
import {
  ADMIN_ENTRIES,
  type AdminPanelName,
  deniedText,
  findAdminPanel,
  mayOpen,
} from './console-panels.ts';
import { ConsoleSearch } from './console-search.tsx';
import { ConsoleSheet } from './console-sheet.tsx';
import { useSearchKey } from './use-search-key.ts';

const route = getRouteApi(PATHS.admin);

/** Too narrow for the menu beside the panel. */
const NARROW = '(max-width: 1023px)';

/** The route guard has admitted STUDENT_COUNCIL and above. */
export function AdminPage() {
  const { menu: wanted } = route.useSearch();
  const { data: me } = useMe();
  const isNarrow = useMedia(NARROW);
  const [isSearching, setSearching] = useState(false);
  useSearchKey(() => setSearching(true));
  const roles = me?.roles ?? [];
  const menu = findAdminPanel(wanted, roles);
  const title = menu === null ? '관리자' : ADMIN_ENTRIES[menu].label;
  const menuProps = { current: menu, roles, onSearch: () => setSearching(true) };
  return (
    <Page title={menu === null ? title : `${title} · 관리자`}>
      <div className="grid items-start gap-6 lg:grid-cols-[196px_minmax(0,1fr)]">
        {!isNarrow && <ConsoleNav {...menuProps} />}
        <div className="min-w-0">
          <HeldNotice />
          <div className="mb-4 flex min-h-10 items-center justify-between gap-3 max-md:mb-3">
            <PageHeading className="min-w-0 max-md:text-xl">{title}</PageHeading>
            {isNarrow && <ConsoleSheet {...menuProps} />}
          </div>
          <Chosen menu={menu} roles={roles} />
        </div>
      </div>
      {isSearching && <ConsoleSearch roles={roles} onClose={() => setSearching(false)} />}
    </Page>
  );
}

function Chosen({ menu, roles }: { menu: AdminPanelName | null; roles: readonly Role[] }) {
  if (menu === null || !mayOpen(menu, roles)) {
    return (
      <Card>
        <EmptyState
          icon={menu ? <Lock size={22} /> : <Compass size={22} />}
          title={menu ? deniedText(menu) : '선택된 메뉴가 없습니다.'}
          text={
            menu
              ? '권한이 필요하면 ‘문의하기’에서 요청해 주세요.'
              : '메뉴에서 볼 항목을 골라 주세요.'
          }
        />
      </Card>
    );
  }
  const Panel = ADMIN_PANELS[menu];
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

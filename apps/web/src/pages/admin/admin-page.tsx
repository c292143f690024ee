import type { Role } from '@naru/contract/roles';
import { getRouteApi, Link } from '@tanstack/react-router';
import { BookOpen, Compass, Lock } from 'lucide-react';
import { Suspense } from 'react';
import { useMe } from '../../entities/member/me.ts';
import { countOf, useWork } from '../../entities/work/work.ts';
import { HeldNotice } from '../../features/outgoing/held-notice.tsx';
import { PATHS } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Page, PageHeading } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { ADMIN_PANELS } from './admin-panels.ts';
import {
  ADMIN_ENTRIES,
  ADMIN_PANEL_NAMES,
  type AdminPanelName,
  deniedText,
  findAdminPanel,
  guideOf,
  mayOpen,
  PANEL_WORK,
} from './console-panels.ts';
import { useStripScroll } from './use-strip-scroll.ts';

const route = getRouteApi(PATHS.admin);

/** The route guard has admitted STUDENT_COUNCIL and above. */
export function AdminPage() {
  const { menu: wanted } = route.useSearch();
  const { data: me } = useMe();
  const roles = me?.roles ?? [];
  const menu = findAdminPanel(wanted, roles);
  const title = menu === null ? '관리자' : ADMIN_ENTRIES[menu].label;
  return (
    <Page title={menu === null ? title : `${title} · 관리자`}>
      <div className="grid items-start gap-6 max-lg:gap-3 lg:grid-cols-[180px_minmax(0,1fr)]">
        <AdminNav current={menu} roles={roles} />
        <div className="min-w-0">
          <HeldNotice />
          <PageHeading className="mb-4 max-md:mb-3 max-md:text-xl">{title}</PageHeading>
          <Chosen menu={menu} roles={roles} />
        </div>
      </div>
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
              ? '필요하면 고객 지원에서 권한을 요청해 주세요.'
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

/** Relative, so that its sr-only text does not overflow the strip. */
const ITEM =
  'relative flex min-h-10 w-full items-center gap-2.5 whitespace-nowrap rounded-ctl px-3 font-semibold text-md max-lg:min-h-11';

/** Panel navigation: a column beside the panel, a strip above it on narrow screens. */
function AdminNav(props: { current: AdminPanelName | null; roles: readonly Role[] }) {
  const { current, roles } = props;
  const { data: work } = useWork();
  const strip = useStripScroll(current);
  return (
    <nav aria-label="관리자 메뉴" className="min-w-0 lg:sticky lg:top-[calc(var(--header-h)+20px)]">
      <div ref={strip} className="max-lg:-mx-4 max-lg:overflow-x-auto">
        <ul className="flex gap-1 max-lg:w-max max-lg:px-4 max-lg:pb-2 lg:flex-col">
          {ADMIN_PANEL_NAMES.map((menu) => (
            <li key={menu} className="shrink-0">
              <Item
                menu={menu}
                isCurrent={menu === current}
                isOpen={mayOpen(menu, roles)}
                waiting={countOf(work, PANEL_WORK[menu] ?? [])}
              />
            </li>
          ))}
          <li className="shrink-0">
            <Link
              to={PATHS.guidePage}
              params={{ page: guideOf(roles) }}
              className={cx(ITEM, 'text-ink-2 hover:bg-hover hover:text-ink')}
            >
              <BookOpen size={18} className="shrink-0" />
              도움말
            </Link>
          </li>
        </ul>
      </div>
    </nav>
  );
}

type ItemProps = {
  menu: AdminPanelName;
  isCurrent: boolean;
  isOpen: boolean;
  /** How much waits there. */
  waiting: number;
};

function Item({ menu, isCurrent, isOpen, waiting }: ItemProps) {
  const { label, icon: Icon } = ADMIN_ENTRIES[menu];
  if (!isOpen) {
    return (
      <button
        type="button"
        aria-disabled="true"
        title={deniedText(menu)}
        onClick={() => toast.info(deniedText(menu))}
        className={cx(ITEM, 'cursor-not-allowed text-ink-3')}
      >
        <Icon size={18} className="shrink-0" />
        {label}
        <Lock size={14} className="ml-auto shrink-0" />
        <span className="sr-only">{deniedText(menu)}</span>
      </button>
    );
  }
  return (
    <Link
      to={PATHS.admin}
      search={{ menu }}
      aria-current={isCurrent ? 'page' : undefined}
      className={cx(
        ITEM,
        isCurrent ? 'bg-sea-weak text-sea' : 'text-ink-2 hover:bg-hover hover:text-ink',
      )}
    >
      <Icon size={18} className="shrink-0" />
      {label}
      {waiting > 0 && <Waiting count={waiting} />}
    </Link>
  );
}

function Waiting({ count }: { count: number }) {
  return (
    <>
      <span
        aria-hidden="true"
        className="ml-auto min-w-5.5 rounded-full bg-buoy px-1.5 text-center font-bold text-on-buoy text-xs tabular-nums leading-5.5"
      >
        {count > 99 ? '99+' : count}
      </span>
      <span className="sr-only">{` ${count}건 대기`}</span>
    </>
  );
}

import type { Role } from '@naru/contract/roles';
import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { PATHS } from '../../app/paths.ts';
import { cx } from '../../ui/cx.ts';
import { toast } from '../../ui/toast.ts';
import { ADMIN_PANELS } from './admin-panels.ts';
import {
  ADMIN_ENTRIES,
  ADMIN_PANEL_NAMES,
  type AdminPanelName,
  deniedText,
  mayOpen,
} from './console-panels.ts';

/** Pixels kept visible before the selected entry. */
const EDGE = 16;

/** Relative, so that its sr-only text does not overflow the strip. */
const ITEM =
  'relative flex min-h-10 w-full items-center gap-2.5 whitespace-nowrap rounded-ctl px-3 font-semibold text-md max-lg:min-h-11';

/** Panel navigation: a column beside the panel, a strip above it on narrow screens. */
export function AdminNav(props: { current: AdminPanelName | null; roles: readonly Role[] }) {
  const { current, roles } = props;
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selected entry scrolls into view
  useEffect(() => {
    const box = list.current;
    const chosen = box?.querySelector<HTMLElement>('[aria-current]');
    if (!box || !chosen) return;
    const { left } = chosen.getBoundingClientRect();
    box.scrollLeft += left - box.getBoundingClientRect().left - EDGE;
  }, [current]);
  return (
    <nav aria-label="관리자 메뉴" className="min-w-0 lg:sticky lg:top-[calc(var(--header-h)+20px)]">
      <ul
        ref={list}
        className="flex gap-1 max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4 max-lg:pb-2 lg:flex-col"
      >
        {ADMIN_PANEL_NAMES.filter((menu) => ADMIN_PANELS[menu]).map((menu) => (
          <li key={menu} className="shrink-0">
            <Item menu={menu} isCurrent={menu === current} isOpen={mayOpen(menu, roles)} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Item(props: { menu: AdminPanelName; isCurrent: boolean; isOpen: boolean }) {
  const { menu, isCurrent, isOpen } = props;
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
    </Link>
  );
}

import type { Role } from '@naru/contract/roles';
import { ChevronDown, Search } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { cx } from '../../ui/cx.ts';
import { ConsoleEntry, GuideEntry, useWaiting, Waiting } from './console-entry.tsx';
import { type AdminPanelName, groupsFor, mayOpen, type PanelGroup } from './console-panels.ts';
import { useFoldedGroups } from './folded-groups.ts';

export type ConsoleMenuProps = {
  current: AdminPanelName | null;
  roles: readonly Role[];
  onSearch: () => void;
};

/** The menu of the console as a column beside the panel. */
export function ConsoleNav({ current, roles, onSearch }: ConsoleMenuProps) {
  const { isFolded, toggle } = useFoldedGroups();
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another open panel scrolls into view
  useEffect(() => {
    const link = box.current?.querySelector<HTMLElement>('[aria-current]');
    if (box.current && link) showInside(box.current, link);
  }, [current]);
  return (
    <nav
      aria-label="관리자 메뉴"
      className="sticky top-[calc(var(--header-h)+20px)] flex max-h-[calc(100dvh-var(--header-h)-32px)] min-w-0 flex-col gap-2"
    >
      <button
        type="button"
        aria-keyshortcuts="Control+K"
        onClick={onSearch}
        className="flex min-h-10 w-full shrink-0 items-center gap-2.5 rounded-ctl border border-line-strong bg-paper px-3 text-ink-3 text-md hover:bg-hover hover:text-ink"
      >
        <Search size={16} className="shrink-0" />
        {searchName(roles)}
      </button>
      <div
        ref={box}
        className="-mx-1 grid min-h-0 gap-2 overflow-y-auto overscroll-contain px-1 pb-1"
      >
        {groupsFor(roles).map(({ name, panels }) => (
          <Group
            key={name}
            name={name}
            panels={panels}
            current={current}
            isFolded={isFolded(name)}
            onToggle={() => toggle(name)}
          />
        ))}
        <div className="border-line border-t pt-2">
          <GuideEntry roles={roles} look="row" />
        </div>
      </div>
    </nav>
  );
}

/** Scrolls the box alone: the page stays where its reader is. */
function showInside(box: HTMLElement, link: HTMLElement): void {
  const [outer, inner] = [box.getBoundingClientRect(), link.getBoundingClientRect()];
  if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
  else if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
}

/** What the search of the console offers the roles. */
export function searchName(roles: readonly Role[]): string {
  return mayOpen('SETTINGS', roles) ? '메뉴, 설정, 회원 검색' : '메뉴 검색';
}

type GroupProps = {
  name: PanelGroup;
  panels: readonly AdminPanelName[];
  current: AdminPanelName | null;
  isFolded: boolean;
  onToggle: () => void;
};

/** A folded group still shows the open panel, and how much waits in all of it. */
function Group({ name, panels, current, isFolded, onToggle }: GroupProps) {
  const id = useId();
  const waiting = useWaiting(panels);
  const shown = isFolded ? panels.filter((menu) => menu === current) : panels;
  return (
    <div>
      <button
        type="button"
        aria-expanded={!isFolded}
        aria-controls={id}
        onClick={onToggle}
        className="relative flex min-h-7 w-full items-center gap-1 rounded-ctl px-3 font-semibold text-ink-3 text-xs hover:bg-hover hover:text-ink"
      >
        {name}
        <ChevronDown size={14} className={cx('shrink-0', isFolded && '-rotate-90')} />
        {isFolded && <Waiting count={waiting} className="ml-auto" />}
      </button>
      <ul id={id} aria-label={name}>
        {shown.map((menu) => (
          <li key={menu}>
            <ConsoleEntry menu={menu} isCurrent={menu === current} look="row" />
          </li>
        ))}
      </ul>
    </div>
  );
}

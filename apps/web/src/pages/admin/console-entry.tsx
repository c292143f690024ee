import type { Role } from '@naru/contract/roles';
import { Link } from '@tanstack/react-router';
import { BookOpen } from 'lucide-react';
import { countOf, useWork } from '../../entities/work/work.ts';
import { PATHS } from '../../lib/paths.ts';
import { cx } from '../../ui/cx.ts';
import { ADMIN_ENTRIES, type AdminPanelName, guideOf, PANEL_WORK } from './console-panels.ts';

/** Relative, so that its sr-only text stays inside what scrolls. */
const ROW = 'relative flex w-full items-center rounded-ctl font-semibold';
const LOOKS = {
  /** Of the column beside the panel. */
  row: `${ROW} min-h-9 gap-2.5 px-3 text-md`,
  /** Of the grid on a phone. */
  tile: `${ROW} min-h-11 gap-1.5 bg-deck px-2 text-sm`,
};

type EntryProps = {
  menu: AdminPanelName;
  isCurrent: boolean;
  look: keyof typeof LOOKS;
  onOpen?: () => void;
};

/** The link to a panel, with how much waits there. */
export function ConsoleEntry({ menu, isCurrent, look, onOpen }: EntryProps) {
  const { label, icon: Icon } = ADMIN_ENTRIES[menu];
  const waiting = useWaiting([menu]);
  return (
    <Link
      to={PATHS.admin}
      search={{ menu }}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onOpen}
      className={cx(
        LOOKS[look],
        isCurrent ? 'bg-sea-weak! text-sea' : 'text-ink-2 hover:bg-hover hover:text-ink',
      )}
    >
      <Icon size={look === 'row' ? 18 : 16} className="shrink-0" />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      <Waiting
        count={waiting}
        className={look === 'row' ? '' : 'absolute -top-1.5 -right-1 ring-2 ring-paper'}
      />
    </Link>
  );
}

/** The link to the guide of the highest role in the console. */
export function GuideEntry({ roles, look }: { roles: readonly Role[] } & Pick<EntryProps, 'look'>) {
  return (
    <Link
      to={PATHS.guidePage}
      params={{ page: guideOf(roles) }}
      className={cx(LOOKS[look], 'text-ink-2 hover:bg-hover hover:text-ink')}
    >
      <BookOpen size={look === 'row' ? 18 : 16} className="shrink-0" />
      도움말
    </Link>
  );
}

/** How much waits in the panels together. */
export function useWaiting(panels: readonly AdminPanelName[]): number {
  const { data: work } = useWork();
  return panels.reduce((sum, menu) => sum + countOf(work, PANEL_WORK[menu] ?? []), 0);
}

export function Waiting({ count, className }: { count: number; className?: string }) {
  if (count === 0) return null;
  return (
    <>
      <span
        aria-hidden="true"
        className={cx(
          'min-w-5.5 rounded-full bg-buoy px-1.5 text-center font-bold text-on-buoy text-xs tabular-nums leading-5.5',
          className,
        )}
      >
        {count > 99 ? '99+' : count}
      </span>
      <span className="sr-only">{` ${count}건 대기`}</span>
    </>
  );
}

import { BOARDS } from '@naru/contract/boards';
import { hasRole, type Role } from '@naru/contract/roles';
import { Link, type LinkProps } from '@tanstack/react-router';
import { BookUser, Images, type LucideIcon, PenLine, Rss, UtensilsCrossed } from 'lucide-react';
import { useMe } from '../../entities/member/me.ts';
import { PATHS } from '../../lib/paths.ts';
import type { Start } from '../../lib/start.ts';
import { Card } from '../../ui/card.tsx';

type QuickStart = { label: string; icon: LucideIcon; role: Role; link: LinkProps };

const inPanel = (menu: string, start: Start): LinkProps => ({
  to: PATHS.admin,
  search: { menu, start },
});

const QUICK_STARTS: readonly QuickStart[] = [
  {
    label: '공지 쓰기',
    icon: PenLine,
    role: 'MANAGER',
    link: { to: PATHS.write, params: { boardType: BOARDS.NOTICE.slug } },
  },
  { label: '배너 추가', icon: Images, role: 'STUDENT_COUNCIL', link: inPanel('BANNER', 'add') },
  { label: '식단 입력', icon: UtensilsCrossed, role: 'MANAGER', link: inPanel('MENU', 'next') },
  { label: '명부 가져오기', icon: BookUser, role: 'ADMIN', link: inPanel('ROSTER', 'import') },
  { label: '수집할 곳 추가', icon: Rss, role: 'ADMIN', link: inPanel('SOURCES', 'add') },
];

/** What staff do most often, one click away. */
export function QuickStarts() {
  const { data: me } = useMe();
  const roles = me?.roles ?? [];
  return (
    <Card>
      <nav aria-label="바로 시작" className="flex flex-wrap gap-2 p-3">
        {QUICK_STARTS.filter(({ role }) => hasRole(roles, role)).map(
          ({ label, icon: Icon, link }) => (
            <Link
              key={label}
              {...link}
              className="flex min-h-11 items-center gap-2 rounded-ctl px-3 font-semibold text-ink-2 text-md hover:bg-hover hover:text-ink"
            >
              <Icon size={18} className="shrink-0 text-sea" />
              {label}
            </Link>
          ),
        )}
      </nav>
    </Card>
  );
}

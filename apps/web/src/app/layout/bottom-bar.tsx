import { Link, useLocation } from '@tanstack/react-router';
import { CalendarDays, House, LayoutList, type LucideIcon, Mail, UserRound } from 'lucide-react';
import { useMe } from '../../entities/member/me.ts';
import { headerPanel, panelButton } from '../../lib/header-panel.ts';
import { waitingComments } from '../../lib/outbox/waiting.ts';
import { PATHS } from '../../lib/paths.ts';
import { useStore } from '../../lib/store.ts';
import { CountBubble } from '../../ui/badge.tsx';
import { spokenCount } from './header-actions.tsx';

const ITEM =
  'grid h-14 min-w-0 flex-1 place-content-center justify-items-center font-semibold text-2xs text-ink-3 aria-[current]:text-sea';

/** The five places of the app on phones, for members; hidden while the on-screen keyboard is open. */
export function BottomBar() {
  const { data: me } = useMe();
  const panel = useStore(headerPanel);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { friendRequestCount = 0, newMailCount = 0 } = me ?? {};
  const waiting = useStore(waitingComments);
  const unsentCount = waiting.memberId === me?.id ? waiting.count : 0;
  const at = (place: string) => (path.startsWith(place) ? 'page' : undefined);
  return (
    <nav
      aria-label="하단 메뉴"
      className="bottom-bar fixed inset-x-0 bottom-0 z-30 flex border-line border-t bg-paper"
    >
      <Link to={PATHS.main} activeOptions={{ exact: true, includeSearch: false }} className={ITEM}>
        <Face icon={House} text="홈" />
      </Link>
      <button
        {...panelButton('menu', panel === 'menu')}
        aria-label="게시판, 전체 메뉴 열기"
        aria-current={at('/main/community')}
        className={ITEM}
      >
        <Face icon={LayoutList} text="게시판" />
      </button>
      <Link to={PATHS.study} className={ITEM}>
        <Face icon={CalendarDays} text="시간표" />
      </Link>
      <Link
        to={PATHS.chat}
        aria-label={spokenCount('채팅', '읽지 않은 메시지', newMailCount)}
        className={ITEM}
      >
        <Face icon={Mail} text="채팅" count={newMailCount} />
      </Link>
      <button
        {...panelButton('me', panel === 'me')}
        aria-label={spokenCount(
          spokenCount('나, 내 메뉴', '받은 친구 요청', friendRequestCount),
          '보내지 못한 댓글',
          unsentCount,
        )}
        aria-current={at(PATHS.mypage)}
        className={ITEM}
      >
        <Face icon={UserRound} text="나" count={friendRequestCount + unsentCount} />
      </button>
    </nav>
  );
}

function Face({ icon: Icon, text, count = 0 }: { icon: LucideIcon; text: string; count?: number }) {
  return (
    <>
      <span className="relative px-2.5">
        <Icon size={22} />
        <CountBubble count={count} className="absolute -top-1 left-7" />
      </span>
      {text}
    </>
  );
}

import { BOARDS } from '@naru/contract/boards';
import { Link } from '@tanstack/react-router';
import { Star } from 'lucide-react';
import { useMe } from '../../entities/member/me.ts';
import { PATHS } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export function FavoriteChips() {
  const { data: me, isPending, isFetching, refetch } = useMe();
  return (
    <nav
      aria-label="즐겨찾는 게시판"
      className="flex min-h-9 items-center gap-2 max-md:-mx-4 max-md:min-h-13 max-md:-my-1 max-md:overflow-x-auto max-md:px-4 max-md:py-1 max-md:[scrollbar-width:none]"
    >
      <span className="flex shrink-0 items-center gap-1.5 font-semibold text-ink-2 text-sm">
        <Star size={15} className="fill-gold text-gold" />
        <span className="max-md:sr-only">즐겨찾기</span>
      </span>
      {isPending && <Skeleton className="h-9 w-40 rounded-full max-md:h-11" />}
      {!me && !isPending && (
        <div role="alert" className="flex min-w-0 items-center gap-2">
          <p className="min-w-0 text-ink-3 text-sm">즐겨찾기를 불러오지 못했습니다.</p>
          <Button
            size="sm"
            className="shrink-0"
            pending={isFetching}
            onClick={() => void refetch()}
          >
            다시 시도
          </Button>
        </div>
      )}
      {me?.favoriteBoards.length === 0 && (
        <p className="truncate text-ink-3 text-sm">게시판 이름 옆의 별을 누르면 여기에 모입니다.</p>
      )}
      {me && me.favoriteBoards.length > 0 && (
        <ul className="flex gap-2 md:flex-wrap">
          {me.favoriteBoards.map((type) => (
            <li key={type}>
              <Link
                to={PATHS.board}
                params={{ boardType: BOARDS[type].slug }}
                className="flex h-9 items-center gap-2 whitespace-nowrap rounded-full border border-line bg-paper px-3.5 font-semibold text-sm hover:border-line-strong hover:bg-hover max-md:h-11"
              >
                <Flag name={BOARDS[type].flag} size={16} />
                {BOARDS[type].name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}

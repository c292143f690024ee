import { BOARDS } from '@naru/contract/boards';
import { Link } from '@tanstack/react-router';
import { Star } from 'lucide-react';
import { useMe } from '../../entities/member/me.ts';
import { PATHS } from '../../lib/paths.ts';
import { Flag } from '../../ui/flag.tsx';

/** Links to the favorite boards, on wide screens. */
export function FavoriteChips() {
  const { data: me } = useMe();
  return (
    <nav aria-label="즐겨찾는 게시판" className="flex min-h-9 min-w-0 items-center gap-2">
      <Star size={15} className="shrink-0 fill-gold text-gold" />
      <ul className="flex flex-wrap gap-2">
        {me?.favoriteBoards.map((type) => (
          <li key={type}>
            <Link
              to={PATHS.board}
              params={{ boardType: BOARDS[type].slug }}
              className="flex h-9 items-center gap-2 whitespace-nowrap rounded-full border border-line bg-paper px-3.5 font-semibold text-sm hover:border-line-strong hover:bg-hover"
            >
              <Flag name={BOARDS[type].flag} size={16} />
              {BOARDS[type].name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

import { BOARDS } from '@naru/contract/boards';
import { PAGE_LIMITS } from '@naru/contract/page-limits';
import type { PostItem } from '@naru/contract/posts';
import { Heart } from 'lucide-react';
import { RowCount } from '../../entities/posts/post-row-parts.tsx';
import { PHONE, useMedia } from '../../lib/use-media.ts';
import { Card } from '../../ui/card.tsx';
import { CarouselButtons } from '../../ui/carousel/carousel-buttons.tsx';
import { CarouselPages } from '../../ui/carousel/carousel-pages.tsx';
import { useCarousel } from '../../ui/carousel/use-carousel.ts';
import { Flag } from '../../ui/flag.tsx';
import { ItemCard } from './market-grid.tsx';
import type { Summaries } from './summary-box.tsx';
import { BoardLink } from './summary-box.tsx';

const PER_PAGE_PHONE = 2;
const PER_PAGE = 4;
const AUTO_MS = 5000;

const GRID =
  'grid grid-cols-4 gap-4 px-5 pt-1 pb-5 max-md:grid-cols-2 max-md:gap-3 max-md:px-4 max-md:pb-4';

const NONE: readonly PostItem[] = [];

/** The newest items; null without any. */
export function MarketCarousel({ summaries }: { summaries: Summaries }) {
  const board = BOARDS.MARKET;
  const posts = summaries.data?.MARKET?.slice(0, PAGE_LIMITS.carouselSize) ?? NONE;
  const perPage = useMedia(PHONE) ? PER_PAGE_PHONE : PER_PAGE;
  const carousel = useCarousel({ pages: Math.ceil(posts.length / perPage), autoMs: AUTO_MS });
  if (posts.length === 0) return null;
  return (
    <Card
      as="section"
      aria-label={board.name}
      aria-roledescription={carousel.pages > 1 ? '캐러셀' : undefined}
      className="unseen-box min-w-0 overflow-clip [--unseen-h:22rem] max-md:[--unseen-h:17rem]"
      {...carousel.region}
    >
      <div className="flex min-h-14 items-center gap-2.5 px-5 pt-2 max-md:min-h-11 max-md:gap-1.5 max-md:px-4 max-md:pt-0">
        <Flag name={board.flag} size={20} />
        <h2 className="shrink-0 font-bold text-lg max-md:text-base">{board.name}</h2>
        <BoardLink type="MARKET" className="whitespace-nowrap" />
        <div className="-mr-2 ml-auto text-ink-3">
          <CarouselButtons carousel={carousel} label={board.name} brief />
        </div>
      </div>
      <CarouselPages
        carousel={carousel}
        label={board.name}
        renderPage={(page) => (
          <ul className={GRID}>
            {posts.slice(page * perPage, (page + 1) * perPage).map((post) => (
              <ItemCard
                key={post.id}
                post={post}
                look="slide"
                aside={
                  <RowCount icon={<Heart size={12} />} label="좋아요" count={post.likeCount} />
                }
              />
            ))}
          </ul>
        )}
      />
    </Card>
  );
}

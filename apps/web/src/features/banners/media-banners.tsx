import type { Banner } from '@naru/contract/banners';
import { Clapperboard, CloudOff } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { BANNER_TEXTS } from './banners.texts.ts';
import type { Banners } from './event-banners.tsx';
import { VideoPlayer } from './video-player.tsx';

/** The videos of the council and the department: one large, the others to choose (spec 2). */
export function MediaBanners({ banners }: { banners: Banners }) {
  const { data, error, retry } = banners;
  return (
    <Card as="section" aria-label={BANNER_TEXTS.media} className="min-h-72 min-w-0 overflow-clip">
      <h2 className="px-5 pt-4 pb-3 font-bold text-lg max-md:px-4">{BANNER_TEXTS.media}</h2>
      {content()}
    </Card>
  );

  function content() {
    if (error && !data) {
      return (
        <ErrorState
          icon={<CloudOff size={22} aria-hidden="true" />}
          title={BANNER_TEXTS.mediaFailed}
          text={messageOf(error, BANNER_TEXTS.tryLater)}
          onRetry={retry}
          className="py-4 max-md:py-4"
        />
      );
    }
    if (!data) return <MediaSkeleton />;
    if (data.mediaBanners.length === 0) {
      return (
        <EmptyState
          icon={<Clapperboard size={22} aria-hidden="true" />}
          title={BANNER_TEXTS.mediaEmpty}
          className="py-8"
        />
      );
    }
    return <MediaList banners={data.mediaBanners} />;
  }
}

function MediaList({ banners }: { banners: readonly Banner[] }) {
  const [chosen, setChosen] = useState(banners[0]?.id);
  const current = banners.find(({ id }) => id === chosen) ?? banners[0];
  if (!current) return null;
  return (
    <>
      <div className="px-5 max-md:px-4">
        <VideoPlayer key={current.id} banner={current} />
      </div>
      <ul className="px-3 py-3 max-md:px-2">
        {banners.map((banner) => {
          const on = banner.id === current.id;
          return (
            <li key={banner.id}>
              <button
                type="button"
                aria-pressed={on}
                onClick={() => setChosen(banner.id)}
                className={cx(
                  'flex min-h-11 w-full items-center gap-2.5 rounded-ctl px-2 py-1 text-left transition-colors duration-100',
                  on ? 'text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
                )}
              >
                <span
                  aria-hidden="true"
                  className={cx('h-5 w-1 shrink-0 rounded-full', on ? 'bg-sea' : 'bg-line')}
                />
                <span className="min-w-0 flex-1 truncate font-semibold text-md">
                  <bdi>{banner.title}</bdi>
                </span>
                <span className="max-w-2/5 shrink-0 truncate text-ink-3 text-xs">
                  <bdi>{banner.content}</bdi>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function MediaSkeleton() {
  return (
    <div role="status" aria-label="영상을 불러오는 중입니다." className="px-5 pb-5 max-md:px-4">
      <Skeleton className="aspect-video h-auto! rounded-ctl!" />
      <Skeleton className="mt-6 w-3/4" />
    </div>
  );
}

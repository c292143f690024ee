import type { Banner } from '@naru/contract/banners';
import { ChevronLeft, ChevronRight, Clapperboard } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, LoadError } from '../../ui/states.tsx';
import type { Banners } from './event-banners.tsx';
import { VideoPlayer } from './video-player.tsx';

export function MediaBanners({ banners }: { banners: Banners }) {
  const { data, error, retry } = banners;
  if (error && !data) {
    return (
      <Frame>
        <LoadError
          title="영상을 불러오지 못했습니다."
          error={error}
          onRetry={retry}
          className="py-2!"
        />
      </Frame>
    );
  }
  if (!data) {
    return (
      <Frame foot={<Skeleton className="w-1/2" />}>
        <div role="status" aria-label="영상을 불러오는 중입니다." className="size-full">
          <Skeleton className="size-full rounded-none" />
        </div>
      </Frame>
    );
  }
  if (data.mediaBanners.length === 0) {
    return (
      <Frame>
        <EmptyState
          icon={<Clapperboard size={22} />}
          title="등록된 영상이 없습니다."
          className="py-2!"
        />
      </Frame>
    );
  }
  return <Videos banners={data.mediaBanners} />;
}

/** Same height in every state. */
function Frame(props: { children: ReactNode; foot?: ReactNode }) {
  return (
    <Card
      as="section"
      aria-label="영상"
      className="unseen-box min-w-0 overflow-clip [--unseen-h:18rem]"
    >
      <div className="grid aspect-video place-items-center">{props.children}</div>
      <div className="flex min-h-14 items-center gap-2 border-line border-t px-5 max-md:px-4">
        {props.foot ?? <h2 className="font-bold text-md">영상</h2>}
      </div>
    </Card>
  );
}

function Videos({ banners }: { banners: readonly Banner[] }) {
  const [wanted, setAt] = useState(0);
  const count = banners.length;
  const at = Math.min(wanted, count - 1);
  const banner = banners[at];
  if (!banner) return null;
  const step = (by: number) => () => setAt((at + by + count) % count);
  return (
    <Frame
      foot={
        <>
          <h2 className="min-w-0 flex-1 leading-tight" aria-live="polite">
            <bdi className="block truncate font-bold text-md">{banner.title}</bdi>
            <bdi className="block truncate font-normal text-ink-3 text-xs">{banner.content}</bdi>
          </h2>
          {count > 1 && (
            <div className="-mr-2.5 flex items-center text-ink-3">
              <IconButton label="이전 영상" tooltip={false} onClick={step(-1)}>
                <ChevronLeft size={20} />
              </IconButton>
              <span className="text-sm">
                {at + 1} / {count}
              </span>
              <IconButton label="다음 영상" tooltip={false} onClick={step(1)}>
                <ChevronRight size={20} />
              </IconButton>
            </div>
          )}
        </>
      }
    >
      <VideoPlayer key={banner.id} banner={banner} />
    </Frame>
  );
}

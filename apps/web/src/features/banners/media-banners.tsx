import { ChevronLeft, ChevronRight, ChevronUp, CirclePlay } from 'lucide-react';
import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { quietPart } from '../../ui/lazy-part.tsx';
import type { Banners } from './event-banners.tsx';

const VideoPlayer = quietPart(async () => (await import('./video-player.tsx')).VideoPlayer);

/** The videos of the student council; on phones a line that opens them. */
export function MediaBanners({ banners, isSlim = false }: { banners: Banners; isSlim?: boolean }) {
  const videos = banners.data?.mediaBanners ?? [];
  const [wanted, setAt] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const count = videos.length;
  const at = Math.min(wanted, count - 1);
  const banner = videos[at];
  if (!banner) return null;
  const step = (by: number) => () => setAt((at + by + count) % count);
  const isShown = isOpen || !isSlim;
  return (
    <Card as="section" aria-label="영상" className="min-w-0 overflow-clip">
      {isShown && (
        <div className="grid aspect-video place-items-center border-line border-b">
          <VideoPlayer key={banner.id} banner={banner} />
        </div>
      )}
      <div className="flex min-h-14 items-center gap-2 px-5 max-md:px-4">
        {isSlim && (
          <IconButton
            label={isOpen ? '영상 접기' : '영상 펼치기'}
            tooltip={false}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="-ml-2.5 text-sea!"
          >
            {isOpen ? <ChevronUp size={22} /> : <CirclePlay size={22} />}
          </IconButton>
        )}
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
      </div>
    </Card>
  );
}

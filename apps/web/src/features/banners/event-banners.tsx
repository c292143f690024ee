import type { Banner } from '@naru/contract/banners';
import { CloudOff } from 'lucide-react';
import { messageOf } from '../../lib/api/api-error.ts';
import { Card } from '../../ui/card.tsx';
import { CarouselButtons } from '../../ui/carousel/carousel-buttons.tsx';
import { CarouselPages } from '../../ui/carousel/carousel-pages.tsx';
import { useCarousel } from '../../ui/carousel/use-carousel.ts';
import { cx } from '../../ui/cx.ts';
import { ErrorState } from '../../ui/states.tsx';
import { BANNER_TEXTS } from './banners.texts.ts';
import { EventSlide, SLIDE_HEIGHT, WelcomeSlide } from './event-slide.tsx';

/** State of the query that loads both kinds of banners. */
export type Banners = {
  data: { normalBanners: Banner[]; mediaBanners: Banner[] } | undefined;
  error: unknown;
  retry: () => void;
};

const AUTO_MS = 6000;

export function EventBanners({ banners }: { banners: Banners }) {
  const { data, error, retry } = banners;
  const events = data?.normalBanners ?? [];
  const carousel = useCarousel({ pages: events.length, autoMs: AUTO_MS });

  if (error && !data) {
    return (
      <Card className={cx(SLIDE_HEIGHT, 'grid place-items-center')}>
        <ErrorState
          icon={<CloudOff size={22} />}
          title="행사 소식을 불러오지 못했습니다."
          text={messageOf(error, BANNER_TEXTS.tryLater)}
          onRetry={retry}
          className="py-2!"
        />
      </Card>
    );
  }
  return (
    <section
      aria-label={BANNER_TEXTS.events}
      aria-roledescription={events.length > 1 ? '캐러셀' : undefined}
      aria-busy={!data}
      className="relative min-w-0 overflow-clip rounded-card shadow-card"
      {...carousel.region}
    >
      {events.length === 0 ? (
        <WelcomeSlide isLoading={!data} />
      ) : (
        <CarouselPages
          carousel={carousel}
          label={BANNER_TEXTS.events}
          renderPage={(page) => {
            const event = events[page];
            return event && <EventSlide banner={event} tone={page} />;
          }}
        />
      )}
      <div className="absolute right-3 bottom-3 text-white max-md:right-1.5 max-md:bottom-1">
        <CarouselButtons
          carousel={carousel}
          label={BANNER_TEXTS.events}
          className="text-white! hover:bg-white/15!"
        />
      </div>
    </section>
  );
}

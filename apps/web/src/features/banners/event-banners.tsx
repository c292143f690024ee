import type { Banner } from '@naru/contract/banners';
import { IMAGE_VARIANTS, imageVariantUrl } from '@naru/contract/images';
import type { ReactNode } from 'react';
import type { ResultOf } from '../../lib/api/endpoints.ts';
import { Card } from '../../ui/card.tsx';
import { CarouselButtons } from '../../ui/carousel/carousel-buttons.tsx';
import { CarouselPages } from '../../ui/carousel/carousel-pages.tsx';
import { useCarousel } from '../../ui/carousel/use-carousel.ts';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LoadError } from '../../ui/states.tsx';
import { SlideLink } from './slide-link.tsx';

/** State of the query that loads both kinds of banners. */
export type Banners = {
  data: Omit<ResultOf<'GET /api/banners'>, 'version'> | undefined;
  error: unknown;
  retry: () => void;
};

const AUTO_MS = 6000;
const LABEL = '학생회 행사';

export function EventBanners({ banners }: { banners: Banners }) {
  const { data, error, retry } = banners;
  const events = data?.normalBanners ?? [];
  const carousel = useCarousel({ pages: events.length, autoMs: AUTO_MS });

  if (error && !data) {
    return (
      <Card className={cx(SLIDE_HEIGHT, 'grid place-items-center')}>
        <LoadError
          title="행사 소식을 불러오지 못했습니다."
          error={error}
          onRetry={retry}
          className="py-2!"
        />
      </Card>
    );
  }
  return (
    <section
      aria-label={LABEL}
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
          label={LABEL}
          renderPage={(page) => {
            const event = events[page];
            return event && <EventSlide banner={event} tone={page} />;
          }}
        />
      )}
      <div className="absolute right-3 bottom-3 text-white max-md:right-1.5 max-md:bottom-1">
        <CarouselButtons
          carousel={carousel}
          label={LABEL}
          className="text-white! hover:bg-white/15!"
        />
      </div>
    </section>
  );
}

/** Fixed, so that nothing below shifts when the banners arrive. */
const SLIDE_HEIGHT = 'h-[252px] max-lg:h-[232px] max-md:h-[216px]';

const SKIES = ['bg-(image:--sky-noon)', 'bg-(image:--sky-dusk)', 'bg-(image:--sky-dawn)'];

type FrameProps = { tone: number; picture?: string | null; children: ReactNode };

function Frame({ tone, picture, children }: FrameProps) {
  return (
    <div
      className={cx(
        'relative isolate overflow-clip px-8 pt-8 text-white max-md:px-5 max-md:pt-6',
        SLIDE_HEIGHT,
        SKIES[tone % SKIES.length],
      )}
    >
      {picture ? <Picture src={picture} /> : <Sea />}
      {children}
    </div>
  );
}

/** Dark below the text, so that white stays readable on any picture; a phone needs no sharper one. */
function Picture({ src }: { src: string }) {
  return (
    <>
      <img
        src={src}
        srcSet={`${imageVariantUrl(src, 'medium')} ${IMAGE_VARIANTS.medium}w, ${src} ${IMAGE_VARIANTS.full}w`}
        sizes="(max-width: 767px) 60vw, 1200px"
        alt=""
        aria-hidden="true"
        decoding="async"
        draggable={false}
        className="-z-10 absolute inset-0 size-full object-cover"
      />
      <span
        aria-hidden="true"
        className="-z-10 absolute inset-0 bg-linear-to-r from-black/75 to-black/55"
      />
    </>
  );
}

function Sea() {
  return (
    <>
      <span
        aria-hidden="true"
        className="-z-10 absolute top-9 right-16 grid size-18 place-items-center rounded-full bg-white/10 max-md:hidden"
      >
        <span className="size-11 rounded-full bg-white/12" />
      </span>
      <Swell />
    </>
  );
}

function Swell() {
  return (
    <svg
      viewBox="0 0 600 100"
      preserveAspectRatio="none"
      fill="none"
      stroke="#fff"
      aria-hidden="true"
      className="-z-10 absolute inset-x-0 bottom-0 h-24 w-full *:[vector-effect:non-scaling-stroke] max-md:h-16"
    >
      <path
        d="M0 34c50-22 100-22 150 0s100 22 150 0 100-22 150 0 100 22 150 0"
        strokeOpacity="0.4"
      />
      <path
        d="M0 52c60-22 110-22 165 0s105 22 160 0 90-22 140 0 90 18 135 0"
        strokeOpacity="0.28"
      />
      <path
        d="M0 72c45-18 95-20 150 0s110 18 165 0 95-20 150 0 90 16 135 0v28H0z"
        fill="#fff"
        fillOpacity="0.07"
        strokeOpacity="0.16"
      />
    </svg>
  );
}

const TITLE = 'line-clamp-2 max-w-[24em] font-bold text-2xl max-md:text-xl';

/** The link covers the whole slide. */
function EventSlide({ banner, tone }: { banner: Banner; tone: number }) {
  return (
    <Frame tone={tone} picture={banner.imageUrl}>
      <p className="font-bold text-xs tracking-wide">{LABEL}</p>
      <h2 className={cx(TITLE, 'mt-1.5')}>
        {banner.targetUrl ? (
          <SlideLink href={banner.targetUrl}>
            <bdi>{banner.title}</bdi>
          </SlideLink>
        ) : (
          <bdi>{banner.title}</bdi>
        )}
      </h2>
      {banner.content && (
        <p className="mt-1.5 line-clamp-2 max-w-[40em] text-md">
          <bdi>{banner.content}</bdi>
        </p>
      )}
    </Frame>
  );
}

/** Shown without events; a skeleton while they load. */
function WelcomeSlide({ isLoading }: { isLoading: boolean }) {
  return (
    <Frame tone={0}>
      {isLoading ? (
        <div role="status" aria-label="행사 소식을 불러오는 중입니다.">
          <Skeleton className="mt-1 h-3 w-16 bg-white/20!" />
          <Skeleton className="mt-4 h-6 w-80 max-w-full bg-white/20!" />
          <Skeleton className="mt-4 h-3.5 w-48 bg-white/20!" />
        </div>
      ) : (
        <>
          <h2 className={TITLE}>우리 학과 커뮤니티에 오신 것을 환영합니다</h2>
          <p className="mt-1.5 text-md">소식과 질문, 책과 이야기가 여기에서 만납니다.</p>
        </>
      )}
    </Frame>
  );
}

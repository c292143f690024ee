import type { Banner } from '@naru/contract/banners';
import { IMAGE_VARIANTS, imageVariantUrl } from '@naru/contract/images';
import type { ReactNode } from 'react';
import type { ResultOf } from '../../lib/api/endpoints.ts';
import { CarouselButtons } from '../../ui/carousel/carousel-buttons.tsx';
import { CarouselPages } from '../../ui/carousel/carousel-pages.tsx';
import { useCarousel } from '../../ui/carousel/use-carousel.ts';
import { cx } from '../../ui/cx.ts';
import { SlideLink } from './slide-link.tsx';

/** State of the query that loads both kinds of banners. */
export type Banners = {
  data: Omit<ResultOf<'GET /api/banners'>, 'version'> | undefined;
};

const AUTO_MS = 6000;
const LABEL = '학생회 행사';

/** The events of the student council; on phones a strip that only a swipe or its button moves. */
export function EventBanners({ banners, isSlim = false }: { banners: Banners; isSlim?: boolean }) {
  const events = banners.data?.normalBanners ?? [];
  const carousel = useCarousel({ pages: events.length, autoMs: isSlim ? null : AUTO_MS });
  if (events.length === 0) return null;
  const Slide = isSlim ? EventStrip : EventSlide;
  return (
    <section
      aria-label={LABEL}
      aria-roledescription={events.length > 1 ? '캐러셀' : undefined}
      className="relative min-w-0 overflow-clip rounded-card shadow-card"
      {...carousel.region}
    >
      <CarouselPages
        carousel={carousel}
        label={LABEL}
        renderPage={(page) => {
          const event = events[page];
          return event && <Slide banner={event} tone={page} />;
        }}
      />
      <div
        className={cx(
          'absolute text-white',
          isSlim ? 'top-1 right-1' : 'right-3 bottom-3 max-md:right-1.5 max-md:bottom-1',
        )}
      >
        <CarouselButtons
          carousel={carousel}
          label={LABEL}
          brief={isSlim}
          className="text-white! hover:bg-white/15!"
        />
      </div>
    </section>
  );
}

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
      {picture ? <Picture src={picture} srcSet={sizesOf(picture)} /> : <Sea />}
      {children}
    </div>
  );
}

function sizesOf(src: string): string {
  const { medium, full } = IMAGE_VARIANTS;
  return `${imageVariantUrl(src, 'medium')} ${medium}w, ${src} ${full}w`;
}

/** Dark below the text, so that white stays readable on any picture. */
function Picture({ src, srcSet }: { src: string; srcSet?: string }) {
  return (
    <>
      <img
        src={src}
        srcSet={srcSet}
        sizes={srcSet && '(max-width: 1000px) 60vw, 1200px'}
        alt=""
        aria-hidden="true"
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

/** The title, which links to the banner's address over the whole slide. */
function EventTitle({ banner: { targetUrl, title } }: { banner: Banner }) {
  return targetUrl ? (
    <SlideLink href={targetUrl}>
      <bdi>{title}</bdi>
    </SlideLink>
  ) : (
    <bdi>{title}</bdi>
  );
}

type SlideProps = { banner: Banner; tone: number };

function EventSlide({ banner, tone }: SlideProps) {
  return (
    <Frame tone={tone} picture={banner.imageUrl}>
      <p className="font-bold text-xs tracking-wide">{LABEL}</p>
      <h2 className="mt-1.5 line-clamp-2 max-w-[24em] font-bold text-2xl max-md:text-xl">
        <EventTitle banner={banner} />
      </h2>
      {banner.content && (
        <p className="mt-1.5 line-clamp-2 max-w-[40em] text-md">
          <bdi>{banner.content}</bdi>
        </p>
      )}
    </Frame>
  );
}

/** Two lines; a picture lies dark below them. */
function EventStrip({ banner, tone }: SlideProps) {
  return (
    <div
      className={cx(
        'relative isolate flex h-13 flex-col justify-center overflow-clip pr-23 pl-4 text-white leading-tight',
        SKIES[tone % SKIES.length],
      )}
    >
      {banner.imageUrl !== null && <Picture src={imageVariantUrl(banner.imageUrl, 'thumb')} />}
      <h2 className="truncate font-bold text-md">
        <EventTitle banner={banner} />
      </h2>
      {banner.content && <bdi className="block truncate text-xs">{banner.content}</bdi>}
    </div>
  );
}

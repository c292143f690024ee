import type { Banner } from '@naru/contract/banners';
import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { BANNER_TEXTS } from './banners.texts.ts';

/** The same with and without a banner, so that nothing below moves. */
export const SLIDE_HEIGHT = 'h-[212px] max-md:h-[204px]';

const SKIES = ['bg-(image:--sky-noon)', 'bg-(image:--sky-dusk)', 'bg-(image:--sky-dawn)'];

type FrameProps = { tone: number; children: ReactNode };

function Frame({ tone, children }: FrameProps) {
  return (
    <div
      className={cx(
        'relative isolate flex flex-col justify-center overflow-clip px-8 pb-9 text-white max-md:px-5 max-md:pb-10',
        SLIDE_HEIGHT,
        SKIES[tone % SKIES.length],
      )}
    >
      <Waves />
      {children}
    </div>
  );
}

/** Three swells, a sun or moon on the horizon. */
function Waves() {
  return (
    <svg
      viewBox="0 0 600 200"
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
      className="-z-10 absolute inset-y-0 right-0 h-full w-3/4 max-md:w-full"
    >
      <circle cx="500" cy="66" r="34" fill="#fff" fillOpacity="0.1" />
      <circle cx="500" cy="66" r="22" fill="#fff" fillOpacity="0.12" />
      <g fill="none" stroke="#fff" strokeWidth="1.5">
        <path d="M0 128c60-26 120-26 180 0s120 26 180 0 120-26 240 0" strokeOpacity="0.5" />
        <path d="M-40 148c60-26 120-26 180 0s120 26 180 0 120-26 280 0" strokeOpacity="0.35" />
        <path d="M-90 168c60-26 120-26 180 0s120 26 180 0 120-26 330 0" strokeOpacity="0.22" />
      </g>
      <path
        d="M-120 184c60-26 120-26 180 0s120 26 180 0 120-26 360 0v40H-120z"
        fill="#fff"
        fillOpacity="0.06"
      />
    </svg>
  );
}

const TITLE = 'line-clamp-2 max-w-[24em] font-bold text-2xl max-md:text-xl';

/** One event; a click anywhere on it follows its address. */
export function EventSlide({ banner, tone }: { banner: Banner; tone: number }) {
  return (
    <Frame tone={tone}>
      <p className="font-bold text-xs tracking-wide">{BANNER_TEXTS.kind}</p>
      <h2 className={cx(TITLE, 'mt-1.5')}>
        {banner.targetUrl ? (
          <a
            href={banner.targetUrl}
            target="_blank"
            rel="noopener noreferrer"
            draggable={false}
            className="after:absolute after:inset-0 hover:underline hover:decoration-2 hover:underline-offset-4 focus-visible:outline-none focus-visible:after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-white focus-visible:after:outline-offset-[-4px]"
          >
            <bdi>{banner.title}</bdi>
            <ArrowUpRight size={20} aria-hidden="true" className="ml-1 inline-block align-[-2px]" />
            <span className="sr-only">새 탭에서 열기</span>
          </a>
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

/** What stands there when there is no event, and without its words while the events load. */
export function WelcomeSlide({ isLoading }: { isLoading: boolean }) {
  return (
    <Frame tone={0}>
      {!isLoading && (
        <>
          <h2 className={TITLE}>{BANNER_TEXTS.welcome}</h2>
          <p className="mt-1.5 text-md">{BANNER_TEXTS.welcomeText}</p>
        </>
      )}
    </Frame>
  );
}

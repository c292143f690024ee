import type { Banner } from '@naru/contract/banners';
import { Play, Unlink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNear } from '../../lib/use-on-screen.ts';

const KEEP_MS = 60_000;

/** Plays in the page with the browser's own controls, and only when it is asked to. */
function UploadedVideo({ banner, src }: { banner: Banner; src: string }) {
  const track = useTextAddress(banner.captions);
  const [isBroken, setBroken] = useState(false);
  const [isNear, nearRef] = useNear();
  if (isBroken) {
    return (
      <p role="alert" className="grid size-full place-items-center bg-deck text-ink-3 text-md">
        영상을 재생할 수 없습니다.
      </p>
    );
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: captions are optional and can be uploaded with the video
    <video
      ref={nearRef}
      src={isNear ? firstFrameOf(src, banner.imageUrl) : undefined}
      poster={banner.imageUrl ?? undefined}
      controls
      playsInline
      preload={banner.imageUrl === null ? 'metadata' : 'none'}
      aria-label={banner.title || '학생회 영상'}
      onError={() => setBroken(true)}
      className="size-full bg-black object-contain"
    >
      {track && <track kind="captions" src={track} srcLang="ko" label="한국어" default />}
    </video>
  );
}

/** Phones show no first frame without a time to seek to. */
function firstFrameOf(src: string, poster: string | null): string {
  return poster === null ? `${src}#t=0.1` : src;
}

/** The address of a text as a file of this page; null until it exists. */
function useTextAddress(text: string | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (text === null) return;
    const made = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }));
    setAddress(made);
    // The browser may still be reading it when the video is gone.
    return () => void setTimeout(() => URL.revokeObjectURL(made), KEEP_MS);
  }, [text]);
  return text === null ? null : address;
}

const SCREEN = 'relative isolate grid size-full place-items-center overflow-clip';

/** An uploaded video, or our own poster of one elsewhere: only a click loads anything from its host. */
export function VideoPlayer({ banner }: { banner: Banner }) {
  const [playing, setPlaying] = useState(false);
  const video = videoOf(banner);
  if (video.state === 'uploaded') return <UploadedVideo banner={banner} src={video.src} />;
  if (video.state !== 'ready') {
    return (
      <div className={`${SCREEN} bg-deck text-ink-3`}>
        <p className="flex flex-col items-center gap-2 text-md">
          <Unlink size={22} />
          {video.state === 'missing' ? '영상 링크가 없습니다' : '잘못된 유튜브 링크'}
        </p>
      </div>
    );
  }
  if (playing) {
    return (
      <iframe
        src={playerAddress(video.id)}
        title={banner.title}
        allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
        referrerPolicy="strict-origin-when-cross-origin"
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
        className={`${SCREEN} border-0 bg-deck`}
      />
    );
  }
  return (
    <button
      type="button"
      onClick={() => setPlaying(true)}
      className={`${SCREEN} group bg-(image:--sky-night) text-white`}
    >
      <Poster />
      <span className="grid size-14 place-items-center rounded-full bg-white/15 backdrop-blur-xs ring-1 ring-white/60 shadow-pop transition-transform duration-150 group-hover:scale-105">
        <Play size={24} className="ml-1 fill-current" />
      </span>
      <span className="sr-only">{banner.title} 재생.</span>
      <span className="absolute inset-x-0 bottom-3 text-center text-xs">
        재생하면 유튜브에 연결됩니다.
      </span>
    </button>
  );
}

function Poster() {
  return (
    <svg
      viewBox="0 0 320 180"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="-z-10 absolute inset-0 size-full"
    >
      <g fill="none" stroke="#fff">
        <ellipse cx="160" cy="90" rx="62" ry="44" strokeOpacity="0.28" />
        <ellipse cx="160" cy="90" rx="104" ry="72" strokeOpacity="0.18" />
        <ellipse cx="160" cy="90" rx="152" ry="106" strokeOpacity="0.1" />
      </g>
    </svg>
  );
}

type Video =
  | { state: 'ready'; id: string }
  | { state: 'uploaded'; src: string }
  | { state: 'missing' }
  | { state: 'wrong' };

const ID = /^[A-Za-z0-9_-]{11}$/;
/** The server stores no other address below it (`contract/videos`, whose chunk is no part of home). */
const UPLOADED = '/files/videos/';

export function videoOf({ videoId, targetUrl }: Pick<Banner, 'videoId' | 'targetUrl'>): Video {
  if (videoId) return ID.test(videoId) ? { state: 'ready', id: videoId } : { state: 'wrong' };
  if (targetUrl?.startsWith(UPLOADED)) return { state: 'uploaded', src: targetUrl };
  return { state: targetUrl?.trim() ? 'wrong' : 'missing' };
}

/** Uses the host that sets no cookies before playback. */
function playerAddress(id: string): string {
  return `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`;
}

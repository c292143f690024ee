import type { Banner } from '@naru/contract/banners';
import { useEffect, useState } from 'react';
import { useNear } from '../../lib/use-on-screen.ts';

const KEEP_MS = 60_000;

/** Plays in the page with the browser's own controls, and only when it is asked to. */
export function UploadedVideo({ banner, src }: { banner: Banner; src: string }) {
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

import {
  type KeyboardEvent,
  type MouseEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { cx } from '../../ui/cx.ts';
import { LazyPictureViewer, type Shown } from '../../ui/lazy-picture-viewer.tsx';
import { enhancePost } from './enhance-post.ts';
import { LinkCards } from './link-cards.tsx';
import { fullImageOf, sanitizePost } from './sanitize.ts';

/** All pictures of the text, at the clicked one; null for anything else and pictures in links. */
function picturesAt(body: HTMLElement, target: EventTarget): Shown | null {
  const images = [...body.querySelectorAll('img')].filter((image) => !image.closest('a'));
  const index = images.indexOf(target as HTMLImageElement);
  if (index < 0) return null;
  const pictures = images.map((image) => ({
    src: fullImageOf(image.getAttribute('src') ?? ''),
    alt: image.alt,
  }));
  return { pictures, index };
}

/** The sanitised text of a post; its pictures open in full size. */
export function PostContent({ html, className }: { html: string; className?: string }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const trusted = useMemo(() => sanitizePost(html), [html]);
  const body = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML replaces the elements
  useLayoutEffect(() => {
    return body.current ? enhancePost(body.current) : undefined;
  }, [trusted]);
  const open = (target: EventTarget) => {
    const clicked = body.current && picturesAt(body.current, target);
    if (clicked) setShown(clicked);
    return clicked !== null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    if (open(event.target)) event.preventDefault();
  };
  if (String(trusted).trim() === '') {
    return <p className="text-ink-3">내용이 없습니다.</p>;
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the pictures inside are the controls */}
      <div
        ref={body}
        className={cx(
          'prose-post overflow-clip [overflow-clip-margin:6px] [&_img:not(a_img)]:cursor-zoom-in',
          className,
        )}
        onClick={(event: MouseEvent) => open(event.target)}
        onKeyDown={onKeyDown}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the server and here
        dangerouslySetInnerHTML={{ __html: trusted }}
      />
      <LinkCards body={body} html={trusted} />
      {shown && <LazyPictureViewer {...shown} onClose={() => setShown(null)} />}
    </>
  );
}

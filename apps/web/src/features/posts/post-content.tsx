import {
  type KeyboardEvent,
  type MouseEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { cx } from '../../ui/cx.ts';
import { enhancePost } from './enhance-post.ts';
import { ImageDialog, type ShownImage } from './image-dialog.tsx';
import { fullImageOf, sanitizePost } from './sanitize.ts';

/** The clicked picture, unless it is inside a link. */
function imageAt(target: EventTarget): ShownImage | null {
  if (!(target instanceof HTMLImageElement) || target.closest('a')) return null;
  return { src: fullImageOf(target.getAttribute('src') ?? ''), alt: target.alt };
}

/** The sanitised text of a post; its pictures open in full size. */
export function PostContent({ html, className }: { html: string; className?: string }) {
  const [image, setImage] = useState<ShownImage | null>(null);
  const trusted = useMemo(() => sanitizePost(html), [html]);
  const body = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML replaces the elements
  useLayoutEffect(() => {
    return body.current ? enhancePost(body.current) : undefined;
  }, [trusted]);
  const open = (target: EventTarget) => {
    const clicked = imageAt(target);
    if (clicked) setImage(clicked);
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
      <ImageDialog image={image} onClose={() => setImage(null)} />
    </>
  );
}

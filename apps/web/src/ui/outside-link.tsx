import { cx } from './cx.ts';

/** An address that a member wrote in a text; the site does not speak for it. */
export function OutsideLink({ href, className }: { href: string; className?: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className={cx('underline underline-offset-2', className)}
    >
      {href}
      <span className="sr-only"> (새 창)</span>
    </a>
  );
}

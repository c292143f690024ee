import { type ReactNode, useEffect } from 'react';
import { cx } from './cx.ts';
import { COMPOSER } from './use-composer-space.ts';

type SaveBarProps = {
  /** Unsaved changes, or why they cannot be saved. */
  status: string;
  isWrong?: boolean;
  children: ReactNode;
};

/** Scroll padding that keeps a focused field clear of the bar. */
const ROOM = 'calc(120px + var(--bottom))';

/** Sticks to the bottom edge of a long form. */
export function SaveBar({ status, isWrong = false, children }: SaveBarProps) {
  useEffect(() => {
    const { style } = document.documentElement;
    style.scrollPaddingBottom = ROOM;
    return () => {
      style.scrollPaddingBottom = '';
    };
  }, []);
  return (
    <div
      {...COMPOSER}
      className="sticky bottom-[calc(12px+var(--bottom))] z-10 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-paper px-4 py-2.5 shadow-pop max-md:px-3"
    >
      <p
        role="status"
        className={cx('min-w-0 flex-1 basis-24 text-sm', isWrong ? 'text-buoy' : 'text-ink-3')}
      >
        {status}
      </p>
      {/* They stay beside each other where the status takes a line of its own. */}
      <div className="ml-auto flex gap-2">{children}</div>
    </div>
  );
}

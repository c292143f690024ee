import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const TONES = {
  sea: 'bg-sea-weak text-sea',
  buoy: 'bg-buoy-weak text-buoy',
  tide: 'bg-tide-weak text-tide',
  gold: 'bg-gold-weak text-gold',
  violet: 'bg-violet-weak text-violet',
  ink: 'bg-ink text-paper',
  plain: 'bg-deck text-ink-2 border border-line',
};

export type BadgeTone = keyof typeof TONES;

/** A small label on a tint: 고정, 글쓴이, a role, a state. */
export function Badge(props: { tone?: BadgeTone; children: ReactNode; className?: string }) {
  return (
    <span
      className={cx(
        'inline-flex shrink-0 items-center gap-1 rounded-sm px-2 py-0.5 font-bold text-xs leading-[1.5]',
        TONES[props.tone ?? 'sea'],
        props.className,
      )}
    >
      {props.children}
    </span>
  );
}

/** Null at zero, `9+` above 9. */
export function bubbleText(count: number): string | null {
  if (count <= 0) return null;
  return count > 9 ? '9+' : String(count);
}

/** Unread count on an icon. Decorative: the button's name contains the number. */
export function CountBubble(props: { count: number; className?: string }) {
  const text = bubbleText(props.count);
  if (text === null) return null;
  return (
    <span
      aria-hidden="true"
      className={cx(
        'min-w-4.5 whitespace-nowrap rounded-full bg-buoy px-1 text-center font-bold text-2xs text-on-buoy leading-4.5 ring-2 ring-paper',
        props.className,
      )}
    >
      {text}
    </span>
  );
}

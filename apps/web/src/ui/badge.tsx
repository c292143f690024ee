import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const TONES = {
  sea: 'bg-sea-weak text-sea',
  buoy: 'bg-buoy-weak text-buoy',
  tide: 'bg-tide-weak text-tide',
  gold: 'bg-gold-weak text-gold',
  violet: 'bg-violet-weak text-violet',
  plain: 'bg-deck text-ink-2 border border-line',
};

export type BadgeTone = keyof typeof TONES;

/** A small word on a tint: 고정, 글쓴이, a role, a state. */
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

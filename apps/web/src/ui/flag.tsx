import { FLAG_CHECKS } from '@naru/contract/signal-flag';
import { cx } from './cx.ts';

const BLUE = '#0b4aa8';
const RED = '#d9301e';
const YELLOW = '#f5c518';
const WHITE = '#fff';

const SALTIRE =
  'M0 0h2.6L8 5.4 13.4 0H16v2.6L10.6 8l5.4 5.4V16h-2.6L8 10.6 2.6 16H0v-2.6L5.4 8 0 2.6z';
const CROSS = 'M6 0h4v6h6v4h-6v6H6v-6H0V6h6z';

type Drawing = { field: string; shapes: readonly (readonly [fill: string, path: string])[] };

/** International maritime signal flags on a 16 x 16 field. */
const FLAGS = {
  A: { field: WHITE, shapes: [[BLUE, 'M8 0h8l-3.5 8 3.5 8H8z']] },
  C: {
    field: BLUE,
    shapes: [
      [WHITE, 'M0 3.2h16v9.6H0z'],
      [RED, 'M0 6.4h16v3.2H0z'],
    ],
  },
  D: { field: YELLOW, shapes: [[BLUE, 'M0 4h16v8H0z']] },
  E: { field: BLUE, shapes: [[RED, 'M0 8h16v8H0z']] },
  F: { field: WHITE, shapes: [[RED, 'M8 0l8 8-8 8-8-8z']] },
  G: {
    field: YELLOW,
    shapes: [[BLUE, 'M2.67 0h2.67v16H2.67zM8 0h2.67v16H8zM13.33 0H16v16h-2.67z']],
  },
  H: { field: WHITE, shapes: [[RED, 'M8 0h8v16H8z']] },
  J: { field: BLUE, shapes: [[WHITE, 'M0 5.33h16v5.34H0z']] },
  K: { field: YELLOW, shapes: [[BLUE, 'M8 0h8v16H8z']] },
  M: { field: BLUE, shapes: [[WHITE, SALTIRE]] },
  N: { field: WHITE, shapes: [[BLUE, FLAG_CHECKS]] },
  P: { field: BLUE, shapes: [[WHITE, 'M4.5 4.5h7v7h-7z']] },
  Q: { field: YELLOW, shapes: [] },
  R: { field: RED, shapes: [[YELLOW, CROSS]] },
  S: { field: WHITE, shapes: [[BLUE, 'M4 4h8v8H4z']] },
  T: {
    field: WHITE,
    shapes: [
      [RED, 'M0 0h5.33v16H0z'],
      [BLUE, 'M10.67 0H16v16h-5.33z'],
    ],
  },
  U: { field: WHITE, shapes: [[RED, 'M0 0h8v8H0zM8 8h8v8H8z']] },
  X: { field: WHITE, shapes: [[BLUE, CROSS]] },
} as const satisfies Record<string, Drawing>;

export type FlagName = keyof typeof FLAGS;

type FlagProps = {
  name: FlagName;
  /** Pixels; default 20. */
  size?: number;
  /** Accessible name; omit it when the same word is beside the flag. */
  title?: string;
  /** Replaces the blue by the colour of the site. */
  branded?: boolean;
  className?: string;
};

export function Flag({ name, size = 20, title, branded, className }: FlagProps) {
  const { field, shapes }: Drawing = FLAGS[name];
  const box = {
    className: cx(
      'inline-block shrink-0 overflow-hidden border border-[rgb(14_34_56/28%)] align-[-0.2em]',
      className,
    ),
    style: { width: size, height: size, borderRadius: Math.round(size / 4) },
  };
  const drawing = (
    <svg viewBox="0 0 16 16" width="100%" height="100%" className="block" aria-hidden="true">
      <path fill={field} d="M0 0h16v16H0z" />
      {shapes.map(([fill, path]) => (
        <path
          key={path}
          fill={branded && fill === BLUE ? `var(--brand, ${BLUE})` : fill}
          d={path}
        />
      ))}
    </svg>
  );
  const named = title ? { role: 'img', 'aria-label': title, title } : {};
  return (
    <span {...box} {...named}>
      {drawing}
    </span>
  );
}

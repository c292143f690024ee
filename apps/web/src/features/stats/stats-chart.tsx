import type { Stats, StatsPoint } from '@naru/contract/stats';
import { useLayoutEffect, useRef, useState } from 'react';
import { cx } from '../../ui/cx.ts';
import { longPeriod, Mark, SERIES, type Series, shortPeriod } from './series.tsx';

const HEIGHT = 264;
const PAD = { top: 14, right: 20, bottom: 30, left: 40 };
/** Width before the first measurement. */
const FIRST_WIDTH = 640;

type Frame = { xOf: (index: number) => number; yOf: (value: number) => number };

/** Line chart; the table below it has the same figures for screen readers. */
export function StatsChart({ stats }: { stats: Stats }) {
  const [box, width] = useWidth();
  const [at, setAt] = useState<number | null>(null);
  const { points, range } = stats;
  const axis = axisOf(Math.max(...points.flatMap((one) => SERIES.map(({ key }) => one[key]))));
  const frame = frameOf(width, points.length, axis.at(-1) ?? 1);
  const shown = points[at ?? points.length - 1];
  const column = (width - PAD.left - PAD.right) / Math.max(1, points.length - 1);
  return (
    <div ref={box} className="min-w-0">
      {shown && <Reading point={shown} period={longPeriod(range, shown)} />}
      <svg
        role="img"
        aria-label="기간별 방문자, 게시글, 댓글"
        width={width}
        height={HEIGHT}
        className="block max-w-full"
        onPointerLeave={() => setAt(null)}
      >
        {axis.map((value) => (
          <g key={value} className="text-line">
            <path
              d={`M${PAD.left} ${frame.yOf(value)}H${width - PAD.right}`}
              stroke="currentColor"
            />
            <text x={PAD.left - 8} y={frame.yOf(value) + 4} textAnchor="end" className={LABEL}>
              {value.toLocaleString('ko-KR')}
            </text>
          </g>
        ))}
        {at !== null && (
          <path
            d={`M${frame.xOf(at)} ${PAD.top}V${HEIGHT - PAD.bottom}`}
            stroke="var(--color-line-strong)"
            strokeDasharray="3 3"
          />
        )}
        {SERIES.map((series) => (
          <Line key={series.key} series={series} points={points} frame={frame} />
        ))}
        {points.map((point, index) => (
          <g key={point.from}>
            <text
              x={frame.xOf(index)}
              y={HEIGHT - 8}
              textAnchor="middle"
              className={cx(LABEL, index === (at ?? points.length - 1) && 'font-bold fill-ink!')}
            >
              {shortPeriod(range, point)}
            </text>
            <rect
              x={frame.xOf(index) - column / 2}
              y={0}
              width={column}
              height={HEIGHT}
              fill="transparent"
              onPointerEnter={() => setAt(index)}
              onPointerDown={() => setAt(index)}
            />
          </g>
        ))}
      </svg>
    </div>
  );
}

const LABEL = 'fill-ink-3 text-xs tabular-nums';

/** Figures of the hovered period, else of the current one. */
function Reading({ point, period }: { point: StatsPoint; period: string }) {
  return (
    <p aria-hidden="true" className="mb-1 flex flex-wrap gap-x-3 text-sm">
      <span className="font-bold">{period}</span>
      {SERIES.map(({ key, label }) => (
        <span key={key} className="text-ink-2">
          {label} <b className="text-ink">{point[key].toLocaleString('ko-KR')}</b>
        </span>
      ))}
    </p>
  );
}

function Line(props: { series: Series; points: readonly StatsPoint[]; frame: Frame }) {
  const { series, points, frame } = props;
  const coordinates = points.map((point, index) => ({
    x: frame.xOf(index),
    y: frame.yOf(point[series.key]),
  }));
  return (
    <g className={series.color}>
      <polyline
        points={coordinates.map(({ x, y }) => `${x},${y}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinejoin="round"
        strokeDasharray={series.dash}
      />
      {coordinates.map(({ x, y }, index) => (
        <Mark key={points[index]?.from} mark={series.mark} x={x} y={y} />
      ))}
    </g>
  );
}

function frameOf(width: number, count: number, top: number): Frame {
  const inner = width - PAD.left - PAD.right;
  const depth = HEIGHT - PAD.top - PAD.bottom;
  // Space for the first and last label.
  const inset = 14;
  const step = (inner - 2 * inset) / Math.max(1, count - 1);
  return {
    xOf: (index) => PAD.left + inset + index * step,
    yOf: (value) => PAD.top + depth * (1 - value / top),
  };
}

function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(FIRST_WIDTH);
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box || !('ResizeObserver' in window)) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.max(240, Math.round(entry.contentRect.width)));
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return [ref, width] as const;
}

const STEPS = [1, 2, 5];
const LINES = 4;

/**
 * Axis ticks from 0 to at least `max`: at most five, in steps of 1, 2 or 5 times a power of ten.
 */
export function axisOf(max: number): number[] {
  const step = stepFor(Math.max(max, 1));
  const count = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

function stepFor(max: number): number {
  for (let power = 1; ; power *= 10) {
    for (const step of STEPS) if (step * power * LINES >= max) return step * power;
  }
}

import type { Lecture } from '@naru/contract/lectures';
import { type Day, endOf, startOf } from '@naru/contract/timetable';
import { createStore, useStore } from '../../../lib/store.ts';
import { PHONE } from '../../../lib/use-media.ts';
import type { WeekTime } from '../hub/next-lecture.ts';
import { blockStyle } from '../theme-color.ts';
import type { TimetableLecture } from './entries.ts';
import type { TimetableLayout } from './layout.ts';

/** The hovered or focused lecture of the catalogue, which the timetable previews. */
export const previewedLecture = createStore<Lecture | null>(null);

/** Brings the previewed times into view above the catalogue, which covers most of a phone. */
export function revealPreview(): void {
  if (!matchMedia(PHONE).matches) return;
  requestAnimationFrame(() =>
    document.querySelector('[data-preview]')?.scrollIntoView({ block: 'start' }),
  );
}

type Frame = Pick<TimetableLayout<TimetableLecture>, 'days' | 'hours'>;

function percent(part: number, whole: number): string {
  return `${(part / whole) * 100}%`;
}

/** Position of an hour over the grid; null outside of it. */
function positionOf({ days, hours }: Frame, day: Day, hour: number) {
  const column = days.indexOf(day);
  const row = hour - (hours[0] ?? 0);
  if (column < 0 || row < 0 || row >= hours.length) return null;
  return {
    left: percent(column, days.length),
    width: percent(1, days.length),
    top: percent(row, hours.length),
  };
}

/** Decorative layer over the table: the current time and the previewed lecture. */
export function TimetableOverlay({ frame, now }: { frame: Frame; now: WeekTime | null }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-[var(--tt-head)] right-0 bottom-0 left-[var(--tt-side)] print:hidden"
    >
      <Preview frame={frame} />
      {now !== null && <NowLine frame={frame} now={now} />}
    </div>
  );
}

function Preview({ frame }: { frame: Frame }) {
  const lecture = useStore(previewedLecture);
  if (lecture === null) return null;
  return lecture.schedules.map((slot) => {
    const start = startOf(slot) / 60;
    const position = positionOf(frame, slot.dow, start);
    if (position === null) return null;
    const end = Math.min(endOf(slot) / 60, (frame.hours.at(-1) ?? 0) + 1);
    const height = percent(end - start, frame.hours.length);
    return (
      <div
        key={`${slot.dow}-${start}`}
        data-preview
        style={{ ...position, height }}
        className="absolute scroll-mt-[calc(var(--header-h)+3rem)] animate-fade-in p-0.5"
      >
        <div
          style={blockStyle(lecture.themeColor)}
          className="lecture-block h-full overflow-hidden rounded-md py-1 pr-1 pl-2.5 font-bold text-sm leading-tight opacity-85 outline-2 outline-sea outline-dashed -outline-offset-2 max-md:pr-0 max-md:pl-1 max-md:text-2xs max-md:tracking-tight"
        >
          {lecture.title}
        </div>
      </div>
    );
  });
}

function NowLine({ frame, now }: { frame: Frame; now: WeekTime }) {
  const position = positionOf(frame, now.dow, now.minutes / 60);
  if (position === null) return null;
  return (
    <div
      style={position}
      className="absolute border-buoy border-t-2 before:absolute before:-top-[5px] before:-left-1 before:size-2 before:rounded-full before:bg-buoy"
    />
  );
}

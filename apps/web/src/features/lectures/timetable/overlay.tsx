import type { Schedule } from '@naru/contract/timetable';
import { useStore } from '../../../lib/store.ts';
import type { WeekTime } from '../hub/next-lecture.ts';
import { blockStyle } from './block-style.ts';
import type { TimetableLayout, TimetableLecture } from './layout.ts';
import { previewedLecture } from './preview.ts';

type Frame = Pick<TimetableLayout<TimetableLecture>, 'days' | 'hours'>;

function percent(part: number, whole: number): string {
  return `${(part / whole) * 100}%`;
}

/** Position of a slot over the grid; null when it lies outside. */
function boxOf({ days, hours }: Frame, slot: Schedule) {
  const column = days.indexOf(slot.dow);
  const top = slot.startTime - (hours[0] ?? 0);
  if (column < 0 || top < 0 || top >= hours.length) return null;
  const height = Math.min(slot.endTime - slot.startTime, hours.length - top);
  return {
    left: percent(column, days.length),
    width: percent(1, days.length),
    top: percent(top, hours.length),
    height: percent(height, hours.length),
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
  if (lecture === null || lecture.isMarked) return null;
  return lecture.schedules.map((slot) => {
    const box = boxOf(frame, slot);
    if (box === null) return null;
    return (
      <div
        key={`${slot.dow}-${slot.startTime}`}
        style={box}
        className="absolute animate-fade-in p-0.5"
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
  const column = frame.days.indexOf(now.dow);
  const at = now.minutes / 60 - (frame.hours[0] ?? 0);
  if (column < 0 || at < 0 || at >= frame.hours.length) return null;
  const count = frame.days.length;
  return (
    <div
      style={{
        left: percent(column, count),
        width: percent(1, count),
        top: percent(at, frame.hours.length),
      }}
      className="absolute border-buoy border-t-2 before:absolute before:-top-[5px] before:-left-1 before:size-2 before:rounded-full before:bg-buoy"
    />
  );
}

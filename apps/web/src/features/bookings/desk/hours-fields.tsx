import { controlClass } from '../../../ui/field.tsx';
import type { ResourceValues } from './resource-values.ts';

const NAMES = ['일', '월', '화', '수', '목', '금', '토'] as const;
/** Monday first. */
const ORDER = [1, 2, 3, 4, 5, 6, 0] as const;

type Hours = ResourceValues['hours'];
type HoursFieldsProps = {
  hours: Hours;
  error: string | undefined;
  onHours: (hours: Hours) => void;
};

/** When a resource is open on each day of the week; empty times: closed. */
export function HoursFields({ hours, error, onHours }: HoursFieldsProps) {
  const change = (day: number, end: 'from' | 'to', time: string) =>
    onHours(hours.map((open, at) => (at === day ? { ...open, [end]: time } : open)));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold text-md">여는 시간</legend>
      <p className="text-ink-3 text-sm">비워 두면 그 요일에는 열지 않습니다.</p>
      {ORDER.map((day) => (
        <div key={day} className="flex items-center gap-2">
          <span className="w-6 font-semibold">{NAMES[day]}</span>
          {(['from', 'to'] as const).map((end) => (
            <input
              key={end}
              type="time"
              step={1800}
              aria-label={`${NAMES[day]}요일 ${end === 'from' ? '여는' : '닫는'} 시각`}
              value={hours[day]?.[end] ?? ''}
              onChange={({ target }) => change(day, end, target.value)}
              className={controlClass('h-10 px-3 max-md:h-11')}
            />
          ))}
        </div>
      ))}
      {error && (
        <p role="alert" className="text-buoy text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}

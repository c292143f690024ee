import './timetable.css';
import { Skeleton } from '../../../ui/skeleton.tsx';

const COLUMNS = [
  'top-[11%] h-[18%]',
  'top-[31%] h-[27%]',
  'top-[11%] h-[18%]',
  'top-[20%] h-[18%]',
  'top-[58%] h-[27%]',
];

export function TimetableSkeleton() {
  return (
    <div role="status" aria-label="시간표를 불러오는 중입니다." className="timetable">
      <div className="grid h-[calc(var(--tt-head)+10*var(--tt-row))] grid-cols-5 gap-1.5 pl-[var(--tt-side)]">
        {COLUMNS.map((box, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns are all alike and never move
          <div key={`column-${at + 1}`} className="relative border-line border-l">
            <Skeleton className={`absolute inset-x-1 rounded-md ${box}`} />
          </div>
        ))}
      </div>
    </div>
  );
}

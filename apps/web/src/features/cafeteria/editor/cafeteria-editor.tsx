import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { usePlace } from '../../../lib/place.ts';
import { useStart } from '../../../lib/start.ts';
import { confirmDialog } from '../../../ui/ask.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { isWeekInReach, mondayOf, nameOfWeek, todayInKorea, weekBy } from '../cafeteria-days.ts';
import { mealWeekQuery } from './cafeteria-editor.queries.ts';
import { isDayPosted } from './week-draft.ts';
import { WeekView } from './week-view.tsx';

export function CafeteriaEditor() {
  const today = todayInKorea();
  const thisMonday = mondayOf(today);
  const { read, go } = usePlace();
  const wanted = read('from') ?? '';
  const isDay = !Number.isNaN(Date.parse(`${wanted}T00:00:00Z`));
  const monday = isDay && isWeekInReach(mondayOf(wanted), today) ? mondayOf(wanted) : thisMonday;
  const isDirty = useRef(false);
  const query = useQuery(mealWeekQuery(monday));
  const { data, dataUpdatedAt, isFetchedAfterMount } = query;
  const started = useRef<string | null>(null);
  // The week that is written next: this one until something of it is posted.
  useStart(
    'next',
    () => {
      const isPosted = data?.some(isDayPosted) ?? false;
      started.current = isPosted ? weekBy(monday, 1) : monday;
      go({ from: started.current === thisMonday ? undefined : started.current });
    },
    isFetchedAfterMount && data !== undefined,
  );

  const goTo = async (next: string) => {
    if (next === monday) return;
    if (isDirty.current) {
      const leaves = await confirmDialog({
        title: '저장하지 않고 다른 주로 갈까요?',
        body: '이 주에서 수정한 내용은 저장되지 않습니다.',
        confirmLabel: '다른 주로 가기',
        cancelLabel: '계속 수정',
      });
      if (!leaves) return;
    }
    isDirty.current = false;
    go({ from: next === thisMonday ? undefined : next });
  };
  const step = (weeks: number) => {
    const to = weekBy(monday, weeks);
    return { disabled: !isWeekInReach(to, today), onClick: () => void goTo(to) };
  };

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2 max-sm:gap-1">
        <IconButton label="이전 주" {...step(-1)}>
          <ChevronLeft size={20} />
        </IconButton>
        <p
          aria-live="polite"
          className="min-w-44 text-center font-bold text-lg tabular-nums max-sm:min-w-0 max-sm:flex-1 max-sm:text-base"
        >
          {nameOfWeek(monday)}
        </p>
        <IconButton label="다음 주" {...step(1)}>
          <ChevronRight size={20} />
        </IconButton>
        <Button size="sm" disabled={monday === thisMonday} onClick={() => void goTo(thisMonday)}>
          이번 주
        </Button>
      </div>
      {data && isFetchedAfterMount ? (
        <WeekView
          key={`${monday} ${dataUpdatedAt}`}
          monday={monday}
          initial={data}
          dirty={isDirty}
          focuses={started.current === monday}
          onImported={() => void query.refetch()}
        />
      ) : (
        <Card className="overflow-hidden">
          <LoadState
            query={query}
            failed="식단을 불러오지 못했습니다."
            rows={7}
            label="식단을 불러오는 중입니다."
          />
        </Card>
      )}
    </div>
  );
}

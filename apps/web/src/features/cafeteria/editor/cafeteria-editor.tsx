import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { messageOf } from '../../../lib/api/api-error.ts';
import { confirmDialog } from '../../../ui/ask.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { todayInKorea } from '../cafeteria-days.ts';
import { mealWeekQuery } from './cafeteria-editor.queries.ts';
import { EDITOR_TEXTS } from './editor.texts.ts';
import { WeekView } from './week-view.tsx';
import { isWeekInReach, mondayOf, nameOfWeek, weekBy } from './weeks.ts';

export function CafeteriaEditor() {
  const today = todayInKorea();
  const thisMonday = mondayOf(today);
  const [monday, setMonday] = useState(thisMonday);
  const isDirty = useRef(false);
  const { data, error, dataUpdatedAt, isFetchedAfterMount, refetch } = useQuery(
    mealWeekQuery(monday),
  );

  const goTo = async (next: string) => {
    if (next === monday) return;
    if (isDirty.current) {
      const leaves = await confirmDialog({
        title: EDITOR_TEXTS.leaveTitle,
        body: EDITOR_TEXTS.leaveBody,
        confirmLabel: EDITOR_TEXTS.leaveConfirm,
        cancelLabel: EDITOR_TEXTS.leaveCancel,
      });
      if (!leaves) return;
    }
    isDirty.current = false;
    setMonday(next);
  };
  const step = (weeks: number) => {
    const to = weekBy(monday, weeks);
    return { disabled: !isWeekInReach(to, today), onClick: () => void goTo(to) };
  };

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <IconButton label={EDITOR_TEXTS.lastWeek} {...step(-1)}>
          <ChevronLeft size={20} aria-hidden="true" />
        </IconButton>
        <p aria-live="polite" className="min-w-44 text-center font-bold text-lg tabular-nums">
          {nameOfWeek(monday)}
        </p>
        <IconButton label={EDITOR_TEXTS.nextWeek} {...step(1)}>
          <ChevronRight size={20} aria-hidden="true" />
        </IconButton>
        <Button size="sm" disabled={monday === thisMonday} onClick={() => void goTo(thisMonday)}>
          {EDITOR_TEXTS.thisWeek}
        </Button>
      </div>
      {data && isFetchedAfterMount ? (
        <WeekView
          key={`${monday} ${dataUpdatedAt}`}
          monday={monday}
          initial={data}
          dirty={isDirty}
          onImported={() => void refetch()}
        />
      ) : (
        <Card className="overflow-hidden">
          {error ? (
            <ErrorState
              title={EDITOR_TEXTS.loadFailed}
              text={messageOf(error, EDITOR_TEXTS.tryLater)}
              onRetry={() => void refetch()}
            />
          ) : (
            <SkeletonRows rows={7} label={EDITOR_TEXTS.loading} />
          )}
        </Card>
      )}
    </div>
  );
}

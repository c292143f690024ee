import type { CafeteriaDay } from '@naru/contract/cafeteria';
import {
  type CafeteriaState,
  STAFF_MEALS,
  STUDENT_CATEGORIES,
} from '@naru/contract/cafeteria-choices';
import { CalendarX, CloudOff, Moon } from 'lucide-react';
import { useState } from 'react';
import { serverMessageOf } from '../../lib/api/api-error.ts';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CATEGORY_LABELS, MEAL_LABELS } from './cafeteria-days.ts';

const CAFETERIAS = [
  { value: 'student', label: '학생식당' },
  { value: 'staff', label: '교직원식당' },
] as const;

const NO_MEALS = '식단 정보가 없습니다';

/** Six dishes fit, so that switching tabs does not move the page. */
const PANEL = 'grid min-h-47 content-start';
const IN_PANEL = 'min-h-47 justify-center py-0!';

type CafeteriaDayViewProps = {
  menu: CafeteriaDay | undefined;
  error: unknown;
  onRetry: () => void;
};

export function CafeteriaDayView({ menu, error, onRetry }: CafeteriaDayViewProps) {
  const [cafeteria, setCafeteria] = useState<'student' | 'staff'>('student');
  const [category, setCategory] = useState<(typeof STUDENT_CATEGORIES)[number]>('SET_MENU');
  const [meal, setMeal] = useState<(typeof STAFF_MEALS)[number]>('LUNCH');
  const loading = { error, onRetry };
  return (
    <Tabs
      label="식당"
      look="line"
      items={CAFETERIAS}
      value={cafeteria}
      onChange={setCafeteria}
      className="mb-3 justify-center"
    >
      {cafeteria === 'student' ? (
        <Dishes
          label="학생식당 메뉴"
          names={CATEGORY_LABELS}
          keys={STUDENT_CATEGORIES}
          state={menu?.studentState}
          lists={menu?.studentCafeteria}
          preferred={category}
          onPrefer={setCategory}
          {...loading}
        />
      ) : (
        <Dishes
          label="교직원식당 끼니"
          names={MEAL_LABELS}
          keys={STAFF_MEALS}
          state={menu?.staffState}
          lists={menu?.staffCafeteria}
          preferred={meal}
          onPrefer={setMeal}
          {...loading}
        />
      )}
    </Tabs>
  );
}

type DishesProps<Key extends string> = Omit<CafeteriaDayViewProps, 'menu'> & {
  label: string;
  names: Record<Key, string>;
  keys: readonly Key[];
  state: CafeteriaState | undefined;
  lists: Record<Key, string[]> | undefined;
  preferred: Key;
  onPrefer: (key: Key) => void;
};

function Dishes<Key extends string>(props: DishesProps<Key>) {
  const { keys, names, state, lists, preferred, onPrefer } = props;
  const isServed = (key: Key) => state === 'OPEN' && (lists?.[key].length ?? 0) > 0;
  const served = keys.filter(isServed);
  // The preferred tab applies again on days that serve it.
  const shown = served.includes(preferred) ? preferred : (served[0] ?? preferred);
  return (
    <Tabs
      label={props.label}
      look="segmented"
      items={keys.map((key) => ({ value: key, label: names[key], disabled: !isServed(key) }))}
      value={shown}
      onChange={onPrefer}
    >
      <div className={PANEL}>{content()}</div>
    </Tabs>
  );

  function content() {
    if (!lists && props.error) {
      return (
        <ErrorState
          icon={<CloudOff size={22} />}
          title={serverMessageOf(props.error, '데이터 로딩 실패')}
          text={NO_MEALS}
          onRetry={props.onRetry}
          className={cx(IN_PANEL, 'px-0! leading-snug')}
        />
      );
    }
    if (!lists) return <DishesSkeleton />;
    if (state === 'CLOSED') {
      return (
        <EmptyState
          icon={<Moon size={22} />}
          title="운영하지 않는 날입니다."
          className={IN_PANEL}
        />
      );
    }
    if (served.length === 0) {
      return (
        <EmptyState
          icon={<CalendarX size={22} />}
          title={NO_MEALS}
          text={state === 'NOT_POSTED' ? '아직 등록되지 않았습니다.' : undefined}
          className={IN_PANEL}
        />
      );
    }
    return (
      <ul className="pt-2">
        {lists[shown].map((dish, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a dish may be named twice
            key={`${at}-${dish}`}
            className="flex min-h-7.5 items-center gap-2.5 px-1"
          >
            <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-tide" />
            <bdi>{dish}</bdi>
          </li>
        ))}
      </ul>
    );
  }
}

const WIDTHS = ['w-1/3', 'w-1/2', 'w-2/5', 'w-1/3', 'w-1/4'];

function DishesSkeleton() {
  return (
    <div role="status" aria-label="식단을 불러오는 중입니다." className="pt-2">
      {WIDTHS.map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars never move
        <div key={at} className="flex h-7.5 items-center gap-2.5 px-1">
          <span aria-hidden="true" className="size-1.5 rounded-full bg-line" />
          <Skeleton className={width} />
        </div>
      ))}
    </div>
  );
}

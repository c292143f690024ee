import {
  type CafeteriaDay,
  type CafeteriaState,
  STAFF_MEALS,
  STUDENT_CATEGORIES,
} from '@naru/contract/cafeteria';
import { CalendarX, CloudOff, Moon } from 'lucide-react';
import { useState } from 'react';
import { serverMessageOf } from '../../lib/api/api-error.ts';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CATEGORY_LABELS, MEAL_LABELS, MENU_TEXTS } from './cafeteria.texts.ts';

type Cafeteria = 'student' | 'staff';

const CAFETERIAS = [
  { value: 'student', label: '학생식당' },
  { value: 'staff', label: '교직원식당' },
] as const;

/** Six dishes fit: the longest list of an ordinary day moves nothing. */
const PANEL = 'grid min-h-47 content-start';
/** Something else than dishes, in the middle. */
const IN_PANEL = 'min-h-47 justify-center py-0!';

type MenuDayViewProps = {
  menu: CafeteriaDay | undefined;
  error: unknown;
  onRetry: () => void;
};

/** Both cafeterias on one day: one list of dishes at a time. */
export function MenuDayView({ menu, error, onRetry }: MenuDayViewProps) {
  const [cafeteria, setCafeteria] = useState<Cafeteria>('student');
  const [category, setCategory] = useState<(typeof STUDENT_CATEGORIES)[number]>('SET_MENU');
  const [meal, setMeal] = useState<(typeof STAFF_MEALS)[number]>('LUNCH');
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
          wanted={category}
          onWant={setCategory}
          error={error}
          onRetry={onRetry}
        />
      ) : (
        <Dishes
          label="교직원식당 끼니"
          names={MEAL_LABELS}
          keys={STAFF_MEALS}
          state={menu?.staffState}
          lists={menu?.staffCafeteria}
          wanted={meal}
          onWant={setMeal}
          error={error}
          onRetry={onRetry}
        />
      )}
    </Tabs>
  );
}

type DishesProps<Key extends string> = {
  label: string;
  names: Record<Key, string>;
  keys: readonly Key[];
  state: CafeteriaState | undefined;
  lists: Record<Key, string[]> | undefined;
  wanted: Key;
  onWant: (key: Key) => void;
  error: unknown;
  onRetry: () => void;
};

function Dishes<Key extends string>(props: DishesProps<Key>) {
  const { keys, names, state, lists, wanted, onWant } = props;
  const isCooked = (key: Key) => state === 'OPEN' && (lists?.[key].length ?? 0) > 0;
  const cooked = keys.filter(isCooked);
  // The wish is kept for the days on which it is cooked again.
  const shown = cooked.includes(wanted) ? wanted : (cooked[0] ?? wanted);
  return (
    <Tabs
      label={props.label}
      look="segmented"
      items={keys.map((key) => ({ value: key, label: names[key], disabled: !isCooked(key) }))}
      value={shown}
      onChange={onWant}
    >
      <div className={PANEL}>{content()}</div>
    </Tabs>
  );

  function content() {
    if (!lists && props.error) {
      return (
        <ErrorState
          icon={<CloudOff size={22} aria-hidden="true" />}
          title={serverMessageOf(props.error, MENU_TEXTS.failed)}
          text={MENU_TEXTS.none}
          onRetry={props.onRetry}
          className={cx(IN_PANEL, 'px-0! leading-snug')}
        />
      );
    }
    if (!lists) return <DishesSkeleton />;
    if (state === 'CLOSED') {
      return (
        <EmptyState
          icon={<Moon size={22} aria-hidden="true" />}
          title={MENU_TEXTS.closed}
          className={IN_PANEL}
        />
      );
    }
    if (cooked.length === 0) {
      return (
        <EmptyState
          icon={<CalendarX size={22} aria-hidden="true" />}
          title={MENU_TEXTS.none}
          text={state === 'NOT_POSTED' ? MENU_TEXTS.notPosted : undefined}
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
    <div role="status" aria-label={MENU_TEXTS.loading} className="pt-2">
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

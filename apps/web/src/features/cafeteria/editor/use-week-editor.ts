import type { EditedDay } from '@naru/contract/cafeteria';
import type { CafeteriaState } from '@naru/contract/cafeteria-choices';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { messageOf, TRY_LATER } from '../../../lib/api/api-error.ts';
import { isEditConflict } from '../../../lib/api/editing.ts';
import type { FormProblem } from '../../../lib/forms.ts';
import { useTypedDraft } from '../../../lib/typed-draft.ts';
import { alertFailure } from '../../../ui/alert-failure.ts';
import { confirmDialog } from '../../../ui/ask.ts';
import { toast } from '../../../ui/toast.ts';
import { useLeaveWarning } from '../../../ui/use-leave-warning.ts';
import { weekBy } from '../cafeteria-days.ts';
import { fetchWeek, mealWeekQuery, useSaveDays } from './cafeteria-editor.queries.ts';
import {
  CAFETERIAS,
  type Cafeteria,
  changedDays,
  compareDays,
  type DraftDay,
  type DraftPart,
  findInvalidCafeteria,
  rebaseDays,
  toDraftDay,
  withoutOrigins,
  withText,
} from './week-draft.ts';

const FAILED = '식단을 저장하지 못했습니다.';

const COPY_QUESTION = {
  title: '지난주 식단을 가져올까요?',
  body: '이 주에 적힌 두 식당의 식단이 지난주 것으로 바뀝니다. 저장하기 전에는 반영되지 않습니다.',
  confirmLabel: '가져오기',
};

const isBlankWeek = (days: readonly DraftDay[]) =>
  days.every((day) => CAFETERIAS.every((cafeteria) => day[cafeteria].state === 'NOT_POSTED'));

/** The two cafeterias of each day, by its date. */
const partsOf = (days: readonly DraftDay[]): Record<string, Pick<DraftDay, Cafeteria>> =>
  Object.fromEntries(days.map(({ date, student, staff }) => [date, { student, staff }]));

/** The draft of one week; only changed days are saved. */
export function useWeekEditor(monday: string, initial: readonly EditedDay[]) {
  const client = useQueryClient();
  const [stored, setStored] = useState(() => initial.map(toDraftDay));
  const [days, setDays] = useState(stored);
  const [cafeteria, setCafeteria] = useState<Cafeteria>('student');
  const [showErrors, setShowErrors] = useState(false);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  /** What another editor saved meanwhile. */
  const [theirs, setTheirs] = useState<readonly DraftDay[] | null>(null);
  const [isCopying, setIsCopying] = useState(false);
  const saving = useSaveDays();
  const changed = changedDays(days, stored);
  const isDirty = changed.length > 0;
  useLeaveWarning(() => isDirty);
  const { draftOf, end } = useTypedDraft({
    name: `meals-${monday}`,
    saved: partsOf(stored),
    typed: partsOf(days),
    show: (parts) => setDays((all) => all.map((day) => ({ ...day, ...parts[day.date] }))),
  });

  const change = (date: string, edit: (part: DraftPart) => DraftPart) =>
    setDays((all) =>
      all.map((day) => (day.date === date ? { ...day, [cafeteria]: edit(day[cafeteria]) } : day)),
    );

  const readStored = async () => {
    const found = await fetchWeek(monday).catch(() => null);
    return found?.map(toDraftDay) ?? null;
  };

  const send = (sent: readonly DraftDay[], before: readonly DraftDay[]) => {
    if (saving.isPending) return;
    setProblem(null);
    const wrong = findInvalidCafeteria(sent);
    if (wrong !== null) {
      flushSync(() => {
        setShowErrors(true);
        setCafeteria(wrong);
      });
      document.querySelector<HTMLElement>('[data-week] [aria-invalid="true"]')?.focus();
      return;
    }
    setShowErrors(false);
    saving.mutate(changedDays(sent, before), {
      onSuccess: ({ days: answer }) => {
        const versions = new Map(answer.map((day) => [day.date, day.version]));
        setStored(sent.map((day) => ({ ...day, version: versions.get(day.date) ?? day.version })));
        setDays((all) => all.map(withoutOrigins));
        setTheirs(null);
        end();
        toast.success('식단을 저장했습니다.');
      },
      onError: async (error) => {
        const found = isEditConflict(error) ? await readStored() : null;
        setTheirs(found);
        if (found === null) setProblem({ title: FAILED, text: messageOf(error, TRY_LATER) });
      },
    });
  };

  return {
    days,
    cafeteria,
    setCafeteria,
    showErrors,
    problem,
    isDirty,
    isCopying,
    isSaving: saving.isPending,
    wrong: showErrors ? findInvalidCafeteria(days) : null,

    /** Of the dishes of one category. */
    draftOf: (date: string, category: string) =>
      draftOf(`${date}.${cafeteria}.texts.${category}`, true),
    setState: (date: string, state: CafeteriaState) =>
      change(date, ({ texts }) => ({ texts, state })),
    setText: (date: string, category: string, text: string) =>
      change(date, (part) => withText(part, category, text)),

    revert() {
      setDays(stored);
      setShowErrors(false);
    },

    async copyLastWeek() {
      if (isCopying) return;
      if (!isBlankWeek(days) && !(await confirmDialog(COPY_QUESTION))) return;
      setIsCopying(true);
      try {
        const last = await client.fetchQuery(mealWeekQuery(weekBy(monday, -1)));
        const drafts = last.map(toDraftDay);
        if (isBlankWeek(drafts)) {
          toast.info('지난주에 등록된 식단이 없습니다.');
        } else {
          setDays((all) =>
            all.map(({ date }, index) => ({ ...(drafts[index] ?? all[index]), date }) as DraftDay),
          );
          toast.success('지난주 식단을 채웠습니다. 확인하고 저장해 주세요.');
        }
      } catch (error) {
        void alertFailure('지난주 식단을 가져오지 못했습니다.', error);
      }
      setIsCopying(false);
    },

    save: () => send(days, stored),

    conflict: theirs && {
      differences: compareDays(theirs, rebaseDays(days, stored, theirs)),
      keepMine() {
        const merged = rebaseDays(days, stored, theirs);
        setStored([...theirs]);
        setDays(merged);
        send(merged, theirs);
      },
      takeTheirs() {
        setStored([...theirs]);
        setDays([...theirs]);
        end();
        setShowErrors(false);
        setTheirs(null);
      },
    },
  };
}

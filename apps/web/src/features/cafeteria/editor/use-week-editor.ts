import type { CafeteriaDay, CafeteriaState } from '@naru/contract/cafeteria';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { messageOf } from '../../../lib/api/api-error.ts';
import type { FormProblem } from '../../../lib/forms.ts';
import { alertDialog, confirmDialog } from '../../../ui/ask.ts';
import { toast } from '../../../ui/toast.ts';
import { useLeaveWarning } from '../../../ui/use-leave-warning.ts';
import { mealWeekQuery, useSaveDays } from './cafeteria-editor.queries.ts';
import { EDITOR_TEXTS } from './editor.texts.ts';
import {
  CAFETERIAS,
  type Cafeteria,
  changedDays,
  type DraftDay,
  type DraftPart,
  findWrongCafeteria,
  toDraftDay,
} from './week-draft.ts';
import { weekBy } from './weeks.ts';

/** The draft of one week; only changed days are saved. */
export function useWeekEditor(monday: string, initial: readonly CafeteriaDay[]) {
  const client = useQueryClient();
  const [stored, setStored] = useState(() => initial.map(toDraftDay));
  const [days, setDays] = useState(stored);
  const [cafeteria, setCafeteria] = useState<Cafeteria>('student');
  const [showErrors, setShowErrors] = useState(false);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [isCopying, setIsCopying] = useState(false);
  const saving = useSaveDays();
  const changed = changedDays(days, stored);
  const isDirty = changed.length > 0;
  useLeaveWarning(() => isDirty);

  const change = (date: string, edit: (part: DraftPart) => DraftPart) =>
    setDays((all) =>
      all.map((day) => (day.date === date ? { ...day, [cafeteria]: edit(day[cafeteria]) } : day)),
    );

  return {
    days,
    cafeteria,
    setCafeteria,
    showErrors,
    problem,
    isDirty,
    isCopying,
    isSaving: saving.isPending,
    wrong: showErrors ? findWrongCafeteria(days) : null,

    setState: (date: string, state: CafeteriaState) => change(date, (part) => ({ ...part, state })),
    setText: (date: string, category: string, text: string) =>
      change(date, (part) => ({ ...part, texts: { ...part.texts, [category]: text } })),

    revert() {
      setDays(stored);
      setShowErrors(false);
    },

    async copyLastWeek() {
      if (isCopying) return;
      const hasAny = days.some((day) => CAFETERIAS.some((one) => day[one].state !== 'NOT_POSTED'));
      const { copyTitle: title, copyBody: body, copyConfirm: confirmLabel } = EDITOR_TEXTS;
      if (hasAny && !(await confirmDialog({ title, body, confirmLabel }))) return;
      setIsCopying(true);
      try {
        const last = await client.fetchQuery(mealWeekQuery(weekBy(monday, -1)));
        const drafts = last.map(toDraftDay);
        if (drafts.every((day) => CAFETERIAS.every((one) => day[one].state === 'NOT_POSTED'))) {
          toast.info('지난주에 등록된 식단이 없습니다.');
        } else {
          setDays((all) =>
            all.map(({ date }, index) => ({ ...(drafts[index] ?? all[index]), date }) as DraftDay),
          );
          toast.success('지난주 식단을 채웠습니다. 확인하고 저장해 주세요.');
        }
      } catch (error) {
        alertFailure('지난주 식단을 가져오지 못했습니다.', error);
      }
      setIsCopying(false);
    },

    save() {
      if (saving.isPending) return;
      setProblem(null);
      const wrong = findWrongCafeteria(days);
      if (wrong !== null) {
        flushSync(() => {
          setShowErrors(true);
          setCafeteria(wrong);
        });
        document.querySelector<HTMLElement>('[data-week] [aria-invalid="true"]')?.focus();
        return;
      }
      setShowErrors(false);
      saving.mutate(changed, {
        onSuccess: () => {
          setStored(days);
          toast.success('식단을 저장했습니다.');
        },
        onError: (error) =>
          setProblem({
            title: '식단을 저장하지 못했습니다.',
            text: messageOf(error, EDITOR_TEXTS.tryLater),
          }),
      });
    },
  };
}

function alertFailure(title: string, error: unknown): void {
  void alertDialog({ title, body: messageOf(error, EDITOR_TEXTS.tryLater) });
}

import { LIMITS } from '@naru/contract/limits';
import { koreanDayAfter } from '../../../lib/format/dates.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DayInput } from '../../../ui/date-inputs.tsx';
import { Field } from '../../../ui/field.tsx';
import type { NoticeOptions, NoticeState } from './use-notice-options.ts';

type MustReadFieldsProps = { state: NoticeState; options: NoticeOptions };

/** Whether the readers of a notice confirm it, and until when. */
export function MustReadFields({ state, options }: MustReadFieldsProps) {
  const { mustRead, dueOn, again, wasMustRead, publishAt, isLater, errors, change } = options;
  const first = (isLater && publishAt.slice(0, 10)) || koreanDayAfter(0);
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">필독</legend>
      <Checkbox
        label={
          <>
            <span className="font-semibold">필독 공지</span>
            <span className="block text-ink-3 text-sm">
              받는 학년의 학생이 글 끝에서 ‘읽었습니다’를 누릅니다. 누가 아직 누르지 않았는지 볼 수
              있고 하루에 한 번 다시 알릴 수 있습니다.
            </span>
          </>
        }
        checked={mustRead}
        onChange={({ target }) => change({ mustRead: target.checked })}
      />
      {mustRead && (
        <Field
          label="확인 기한 (선택)"
          hint="이날까지 확인해 달라고 보여 줍니다. 지나도 확인할 수 있습니다."
          error={errors.dueOn}
          className="md:max-w-[26rem]"
        >
          <DayInput
            value={dueOn}
            min={first}
            max={koreanDayAfter(LIMITS.mustReadDays)}
            onDay={(day) => change({ dueOn: day })}
          />
        </Field>
      )}
      {mustRead && wasMustRead && state === 'published' && (
        <Checkbox
          label={
            <>
              다시 확인 받기
              <span className="block text-ink-3 text-sm">
                내용이 달라졌다면 이미 확인한 학생에게도 다시 확인을 받습니다. 오타만 수정했다면
                고르지 마세요.
              </span>
            </>
          }
          checked={again}
          onChange={({ target }) => change({ again: target.checked })}
        />
      )}
    </fieldset>
  );
}

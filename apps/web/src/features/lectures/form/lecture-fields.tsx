import { LIMITS } from '@naru/contract/limits';
import { countGraphemes } from '@naru/contract/text';
import { scheduleHours, type Term, termName } from '@naru/contract/timetable';
import { useHasRole } from '../../../entities/member/me.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { termKey, termOf } from '../terms.ts';
import { ColorField } from './color-field.tsx';
import type { DraftErrors, LectureDraft } from './lecture-draft.ts';
import { ProfessorField } from './professor-field.tsx';
import { SlotFields } from './slot-fields.tsx';

type LectureFieldsProps = {
  draft: LectureDraft;
  errors: DraftErrors;
  onChange: (next: Partial<LectureDraft>) => void;
};

const GRADES = Array.from({ length: LIMITS.gradeMax }, (_, at) => ({
  value: String(at + 1),
  label: `${at + 1}학년`,
}));
/** The terms around this year, and the one that is chosen. */
function termOptions(chosen: number) {
  const now = new Date().getFullYear();
  const years = [...new Set([now + 1, now, now - 1, chosen])].sort((a, b) => b - a);
  return years
    .flatMap((year): Term[] => [
      { year, semester: 2 },
      { year, semester: 1 },
    ])
    .map((term) => ({ value: termKey(term), label: termName(term) }));
}

function creditOptions(hours: number) {
  const given = Array.from({ length: LIMITS.creditMax + 1 }, (_, credit) => ({
    value: String(credit),
    label: `${credit}학점`,
  }));
  return [{ value: '', label: `시간대로 (${hours}학점)` }, ...given];
}

/** The fields of a lecture. */
export function LectureFields({ draft, errors, onChange }: LectureFieldsProps) {
  const isStaff = useHasRole('MANAGER');
  return (
    <div className="grid gap-4 pt-1">
      <Field
        label="강의명"
        required
        error={errors.title}
        counter={{ count: countGraphemes(draft.title.trim()), max: LIMITS.titleMax }}
      >
        <TextInput data-autofocus value={draft.title} onText={(title) => onChange({ title })} />
      </Field>
      <div className="grid grid-cols-2 items-start gap-2">
        <Field label="학년" required error={errors.grade}>
          <Select
            placeholder="선택"
            value={draft.grade === null ? '' : String(draft.grade)}
            options={GRADES}
            onChange={({ target }) =>
              onChange({ grade: target.value === '' ? null : Number(target.value) })
            }
          />
        </Field>
        <Field label="학기" required error={errors.semester ?? errors.year}>
          <Select
            value={termKey(draft)}
            options={termOptions(draft.year)}
            onChange={({ target }) => onChange(termOf(target.value))}
          />
        </Field>
      </div>
      <SlotFields
        slots={draft.slots}
        error={errors.lectureTimes}
        onSlots={(slots) => onChange({ slots })}
      />
      <ColorField
        value={draft.themeColor}
        error={errors.themeColor}
        onValue={(themeColor) => onChange({ themeColor })}
      />
      <div className="grid grid-cols-2 gap-2 max-md:grid-cols-1 max-md:gap-4">
        <Field label="교수 이름" error={errors.professorName}>
          <TextInput
            value={draft.professorName}
            onText={(professorName) => onChange({ professorName })}
          />
        </Field>
        <Field label="강의실" error={errors.room}>
          <TextInput value={draft.room} onText={(room) => onChange({ room })} />
        </Field>
      </div>
      {isStaff && (
        <ProfessorField
          professor={draft.professor}
          error={errors.professorId}
          onProfessor={(professor) => onChange({ professor })}
        />
      )}
      <Field label="학점" error={errors.credit}>
        <Select
          value={draft.credit === null ? '' : String(draft.credit)}
          options={creditOptions(scheduleHours(draft.slots))}
          onChange={({ target }) =>
            onChange({ credit: target.value === '' ? null : Number(target.value) })
          }
        />
      </Field>
      <Field
        label="강의 소개"
        error={errors.intro}
        counter={{ count: countGraphemes(draft.intro.trim()), max: LIMITS.introMax }}
      >
        <TextArea rows={3} value={draft.intro} onText={(intro) => onChange({ intro })} />
      </Field>
      <Checkbox
        label="시간표에 추가한 회원만 게시판을 볼 수 있습니다."
        checked={draft.membersOnly}
        onChange={({ target }) => onChange({ membersOnly: target.checked })}
      />
    </div>
  );
}

import { LIMITS } from '@naru/contract/limits';
import { TEAM_KIND_NAMES, TEAM_KINDS } from '@naru/contract/team-fields';
import { DayInput } from '../../../ui/date-inputs.tsx';
import { Field } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import type { TeamOptions } from './use-team-draft.ts';

const KINDS = TEAM_KINDS.map((value) => ({ value, label: TEAM_KIND_NAMES[value] }));
const PLACES = Array.from({ length: LIMITS.teamPlacesMax }, (_, index) => ({
  value: String(index + 1),
  label: `${index + 1}명`,
}));

/** What a post recruits. */
export function TeamFields({ team }: { team: TeamOptions }) {
  const { draft, errors, days, change } = team;
  return (
    <fieldset className="grid gap-4 rounded-card border border-line bg-paper px-5 py-4 max-md:px-4">
      <legend className="sr-only">모집 정보</legend>
      <Segmented
        label="모집 종류"
        items={KINDS}
        value={KINDS.find(({ value }) => value === draft.kind)?.value ?? 'STUDY'}
        onChange={(kind) => change({ kind })}
      />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Field label="모집 인원" hint="작성자는 빼고 셉니다." error={errors.places}>
          <Select
            value={draft.places}
            options={PLACES}
            onChange={({ target }) => change({ places: target.value })}
          />
        </Field>
        <Field label="마감일" hint="이날이 지나면 자동으로 마감됩니다." error={errors.lastDay}>
          <DayInput
            value={draft.lastDay}
            min={days.min}
            max={days.max}
            onDay={(lastDay) => change({ lastDay })}
          />
        </Field>
      </div>
      <Field
        label="필요한 역할 (선택)"
        hint={`쉼표로 나누어 ${LIMITS.teamRolesMax}개까지 적어 주세요.`}
        error={errors.roles}
      >
        <TextInput
          value={draft.roles}
          onText={(roles) => change({ roles })}
          maxLength={LIMITS.teamRolesMax * (LIMITS.teamRoleMax + 2)}
          placeholder="기획, 디자인, 백엔드"
          autoComplete="off"
        />
      </Field>
    </fieldset>
  );
}

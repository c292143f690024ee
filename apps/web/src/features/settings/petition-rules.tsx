import { LIMITS } from '@naru/contract/limits';
import {
  PETITION_ADDRESSEES,
  PETITION_BODIES,
  type PetitionAddressee,
} from '@naru/contract/petition-bodies';
import type { EditedSettings } from '@naru/contract/settings';
import { type Control, Controller, type FieldErrors, type UseFormRegister } from 'react-hook-form';
import { nestedMessage } from '../../lib/forms.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { BoardsValues } from './boards-values.ts';

type PetitionRulesProps = {
  control: Control<BoardsValues>;
  errors: FieldErrors<BoardsValues>['petitions'];
  register: UseFormRegister<BoardsValues>;
};

const NUMBERS = [
  {
    name: 'threshold',
    label: '목표 서명 (명)',
    hint: `${LIMITS.petitionThresholdMin}명에서 ${LIMITS.petitionThresholdMax}명까지입니다.`,
  },
  {
    name: 'collectDays',
    label: '모으는 기간 (일)',
    hint: `${LIMITS.petitionDaysMax}일까지입니다.`,
  },
  { name: 'answerDays', label: '답변 기한 (일)', hint: '목표를 채운 날부터입니다.' },
] as const;

/** What new petitions get: signatures, days and the bodies that answer. */
export function PetitionRules({ control, errors, register }: PetitionRulesProps) {
  const bodiesError = nestedMessage(errors?.addressees);
  return (
    <>
      <div className="grid gap-4 md:grid-cols-3">
        {NUMBERS.map(({ name, label, hint }) => (
          <Field key={name} label={label} hint={hint} error={errors?.[name]?.message} required>
            <TextInput
              inputMode="numeric"
              className="max-w-32"
              {...register(`petitions.${name}`, { setValueAs: readCount })}
            />
          </Field>
        ))}
      </div>
      <fieldset>
        <legend className="mb-1 font-semibold text-md">답변하는 곳</legend>
        <Controller
          name="petitions.addressees"
          control={control}
          render={({ field: { value, onChange } }) => (
            <div className="flex flex-wrap gap-x-6 gap-y-1">
              {PETITION_ADDRESSEES.map((one) => (
                <Checkbox
                  key={one}
                  label={PETITION_BODIES[one].name}
                  checked={value.includes(one)}
                  onChange={({ target }) => onChange(withBody(value, one, target.checked))}
                />
              ))}
            </div>
          )}
        />
        {bodiesError && (
          <p role="alert" className="font-medium text-buoy text-sm">
            {bodiesError}
          </p>
        )}
      </fieldset>
    </>
  );
}

/** The rules as people read them when two versions are compared. */
export function petitionRulesText(rules: EditedSettings['petitions']): string {
  const { threshold, collectDays, answerDays, addressees } = rules;
  return [
    `목표 ${threshold}명`,
    `${collectDays}일 동안 모음`,
    `${answerDays}일 안에 답변`,
    ...addressees.map((one) => PETITION_BODIES[one].name),
  ].join('\n');
}

/** In one order, so that a choice and its withdrawal are no change. */
function withBody(
  chosen: readonly PetitionAddressee[],
  body: PetitionAddressee,
  isChosen: boolean,
): PetitionAddressee[] {
  return PETITION_ADDRESSEES.filter((one) => (one === body ? isChosen : chosen.includes(one)));
}

/** What is not a whole number becomes invalid instead of 0. */
export function readCount(value: unknown): number {
  const text = String(value).trim();
  return /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
}

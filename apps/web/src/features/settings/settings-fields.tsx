import { ANONYMOUS_CHOICE_BOARDS, BOARDS, type BoardType } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import type { siteSettingsBody } from '@naru/contract/settings';
import { Plus, X } from 'lucide-react';
import { type Control, Controller, type UseFormRegister, useFieldArray } from 'react-hook-form';
import type * as z from 'zod/mini';
import { useEntryErrors } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextInput } from '../../ui/text-input.tsx';

type Values = z.input<typeof siteSettingsBody>;

/** Links at the foot of every page, as many as the department wants up to the limit. */
export function FooterLinks(props: {
  control: Control<Values>;
  /** Of the form: that of the control would validate during a press. */
  register: UseFormRegister<Values>;
}) {
  const { control, register } = props;
  const { fields, append, remove } = useFieldArray({ control, name: 'footerLinks' });
  const errorOf = useEntryErrors(control);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-semibold text-ink-2 text-md">링크</legend>
      <p className="text-ink-3 text-sm">
        학과 홈페이지나 SNS 주소를 {LIMITS.footerLinks}개까지 넣을 수 있습니다. 새 탭에서 열립니다.
      </p>
      {fields.map(({ id }, at) => (
        <div key={id} className="flex items-start gap-2">
          <div className="grid min-w-0 flex-1 items-start gap-3 sm:grid-cols-[200px_minmax(0,1fr)]">
            <Field
              label={`링크 ${at + 1} 이름`}
              error={errorOf(`footerLinks.${at}.label`)}
              required
            >
              <TextInput {...register(`footerLinks.${at}.label`)} />
            </Field>
            <Field label={`링크 ${at + 1} 주소`} error={errorOf(`footerLinks.${at}.url`)} required>
              <TextInput inputMode="url" {...register(`footerLinks.${at}.url`)} />
            </Field>
          </div>
          <IconButton label={`링크 ${at + 1} 빼기`} className="mt-7" onClick={() => remove(at)}>
            <X size={18} />
          </IconButton>
        </div>
      ))}
      {fields.length < LIMITS.footerLinks && (
        <div>
          <Button icon={<Plus size={16} />} onClick={() => append({ label: '', url: '' })}>
            링크 추가
          </Button>
        </div>
      )}
    </fieldset>
  );
}

type AnonymousBoardsProps = {
  control: Control<z.input<typeof siteSettingsBody>>;
  error: string | undefined;
};

/** The boards on which authors of posts may choose to be hidden. */
export function AnonymousBoards({ control, error }: AnonymousBoardsProps) {
  return (
    <fieldset>
      <legend className="sr-only">익명 글을 쓸 수 있는 게시판</legend>
      <Controller
        name="anonymousBoards"
        control={control}
        render={({ field: { value, onChange } }) => (
          <div className="flex flex-wrap gap-x-6 gap-y-1">
            {ANONYMOUS_CHOICE_BOARDS.map((type) => (
              <Checkbox
                key={type}
                label={BOARDS[type].name}
                checked={value.includes(type)}
                onChange={({ target }) => onChange(withBoard(value, type, target.checked))}
              />
            ))}
          </div>
        )}
      />
      {error && (
        <p role="alert" className="font-medium text-buoy text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** In the order of the boards, so that a choice and its withdrawal are no change. */
function withBoard(chosen: readonly BoardType[], type: BoardType, isChosen: boolean): BoardType[] {
  return ANONYMOUS_CHOICE_BOARDS.filter((one) => (one === type ? isChosen : chosen.includes(one)));
}

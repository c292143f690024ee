import { LIMITS } from '@naru/contract/limits';
import type { siteSettingsBody } from '@naru/contract/settings';
import { Plus, X } from 'lucide-react';
import { type Control, type UseFormRegister, useFieldArray } from 'react-hook-form';
import type * as z from 'zod/mini';
import { useEntryErrors } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
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

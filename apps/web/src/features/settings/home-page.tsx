import { LIMITS } from '@naru/contract/limits';
import { type EditedSettings, siteSettingsBody } from '@naru/contract/settings';
import { Plus, X } from 'lucide-react';
import { type Control, type UseFormRegister, useFieldArray } from 'react-hook-form';
import * as z from 'zod/mini';
import { useEntryErrors } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextArea, TextInput } from '../../ui/text-input.tsx';
import { SETTINGS } from './setting-names.ts';
import { SettingsForm, SettingsPage, SettingsPart, useSettingsApi } from './settings-form.tsx';
import { useEditedForm } from './use-edited-form.ts';

const homeBody = z.pick(siteSettingsBody, { quickLinks: true, footer: true, footerLinks: true });
type Values = z.input<typeof homeBody>;

const LABELS = {
  quickLinks: SETTINGS.quickLinks.label,
  footer: SETTINGS.footer.label,
  footerLinks: SETTINGS.footerLinks.label,
};
const LINK_INDEXES = [0, 1, 2, 3] as const;

/** Links of the main page, and what stands at the foot of every page. */
export function HomePage() {
  return <SettingsPage form={HomeForm} />;
}

function HomeForm({ initial }: { initial: EditedSettings }) {
  const edited = useEditedForm(homeBody, initial, {
    ...useSettingsApi(),
    labels: LABELS,
    textOf,
    draft: 'settings',
  });
  const { form } = edited;
  const { register, control, formState } = form;
  const { errors } = formState;
  return (
    <SettingsForm label="홈 설정" edited={edited}>
      <SettingsPart
        title="바로 가기"
        hint="홈 맨 위에 보이는 네 사이트입니다. 새 탭에서 열립니다."
        setting="quickLinks"
      >
        {LINK_INDEXES.map((at) => (
          <fieldset key={at} className="grid items-start gap-3 sm:grid-cols-[200px_minmax(0,1fr)]">
            <legend className="sr-only">바로 가기 {at + 1}</legend>
            <Field
              label={`${at + 1}. 이름`}
              error={errors.quickLinks?.[at]?.label?.message}
              required
            >
              <TextInput {...register(`quickLinks.${at}.label`)} />
            </Field>
            <Field label="주소" error={errors.quickLinks?.[at]?.url?.message} required>
              <TextInput inputMode="url" {...register(`quickLinks.${at}.url`)} />
            </Field>
          </fieldset>
        ))}
      </SettingsPart>
      <SettingsPart title="아래쪽 안내" hint="모든 화면의 맨 아래에 보입니다." setting="footer">
        <Field
          label="소개 문구"
          hint={`${LIMITS.footerAboutMax}자까지 쓸 수 있습니다.`}
          error={errors.footer?.about?.message}
          required
        >
          <TextArea rows={2} {...form.area('footer.about')} />
        </Field>
        <Field label="연락처" error={errors.footer?.contact?.message} required>
          <TextInput {...register('footer.contact')} />
        </Field>
        <Field label="이메일" error={errors.footer?.email?.message} required>
          <TextInput inputMode="email" {...register('footer.email')} />
        </Field>
        <FooterLinks control={control} register={register} />
      </SettingsPart>
    </SettingsForm>
  );
}

type Link = { label: string; url: string };

function textOf(_path: string, value: unknown): string {
  if (Array.isArray(value))
    return value.map(({ label, url }: Link) => `${label}: ${url}`).join('\n');
  return Object.values(value as object).join('\n');
}

/** Links at the foot of every page, as many as the department wants up to the limit. */
function FooterLinks(props: {
  control: Control<Values>;
  /** Of the form: that of the control would validate during a press. */
  register: UseFormRegister<Values>;
}) {
  const { control, register } = props;
  const { fields, append, remove } = useFieldArray({ control, name: 'footerLinks' });
  const errorOf = useEntryErrors(control);
  return (
    <fieldset data-setting="footerLinks" className="grid gap-3">
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

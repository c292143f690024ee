import { LIMITS } from '@naru/contract/limits';
import { type SiteSettings, siteSettingsBody } from '@naru/contract/settings';
import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { useSchemaForm } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { useLeaveWarning } from '../../ui/use-leave-warning.ts';
import { useSaveSettings } from './settings.queries.ts';
import { SETTINGS_TEXTS } from './settings.texts.ts';
import { SwitchRow } from './switch-row.tsx';

const LINK_INDEXES = [0, 1, 2, 3] as const;

export function SettingsForm({ initial }: { initial: SiteSettings }) {
  const form = useSchemaForm(siteSettingsBody, initial, { mode: 'onTouched' });
  const { register, control, formState, reset } = form;
  const { errors, isDirty, isSubmitting } = formState;
  const save = useSaveSettings();
  useLeaveWarning(() => form.formState.isDirty);
  const onSubmit = form.submit(
    async (values) => {
      const sent = JSON.stringify(form.getValues());
      const saved = await save.mutateAsync(values);
      const now = structuredClone(form.getValues());
      reset(saved);
      // Keep text that was typed while saving.
      if (JSON.stringify(now) !== sent) reset(now, { keepDefaultValues: true });
      toast.success(SETTINGS_TEXTS.saved);
    },
    { title: SETTINGS_TEXTS.saveFailed, text: SETTINGS_TEXTS.tryLater },
  );
  return (
    <form noValidate onSubmit={onSubmit} className="grid max-w-[760px] gap-4">
      <Part title={SETTINGS_TEXTS.switches} hint={SETTINGS_TEXTS.switchesHint}>
        {(['studyRoomMenu', 'directMessage'] as const).map((name) => (
          <Controller
            key={name}
            name={name}
            control={control}
            render={({ field }) => (
              <SwitchRow
                label={SETTINGS_TEXTS[name]}
                hint={SETTINGS_TEXTS[`${name}Hint`]}
                value={field.value}
                onChange={field.onChange}
              />
            )}
          />
        ))}
      </Part>
      <Part title={SETTINGS_TEXTS.quickLinks} hint={SETTINGS_TEXTS.quickLinksHint}>
        {LINK_INDEXES.map((at) => (
          <fieldset key={at} className="grid items-start gap-3 sm:grid-cols-[200px_minmax(0,1fr)]">
            <legend className="sr-only">
              {SETTINGS_TEXTS.quickLinks} {at + 1}
            </legend>
            <Field
              label={`${at + 1}. ${SETTINGS_TEXTS.linkName}`}
              error={errors.quickLinks?.[at]?.label?.message}
              required
            >
              <TextInput {...register(`quickLinks.${at}.label`)} />
            </Field>
            <Field
              label={SETTINGS_TEXTS.linkUrl}
              error={errors.quickLinks?.[at]?.url?.message}
              required
            >
              <TextInput inputMode="url" {...register(`quickLinks.${at}.url`)} />
            </Field>
          </fieldset>
        ))}
      </Part>
      <Part title={SETTINGS_TEXTS.footer} hint={SETTINGS_TEXTS.footerHint}>
        <Field
          label={SETTINGS_TEXTS.about}
          hint={`${LIMITS.footerAboutMax}자까지 쓸 수 있습니다.`}
          error={errors.footer?.about?.message}
          required
        >
          <TextArea rows={2} {...register('footer.about')} />
        </Field>
        <Field label={SETTINGS_TEXTS.contact} error={errors.footer?.contact?.message} required>
          <TextInput {...register('footer.contact')} />
        </Field>
        <Field label={SETTINGS_TEXTS.email} error={errors.footer?.email?.message} required>
          <TextInput inputMode="email" {...register('footer.email')} />
        </Field>
      </Part>
      <FormAlert problem={form.problem} />
      <SaveBar status={isDirty ? SETTINGS_TEXTS.dirty : SETTINGS_TEXTS.unchanged}>
        <Button type="submit" variant="primary" pending={isSubmitting} disabled={!isDirty}>
          {SETTINGS_TEXTS.save}
        </Button>
      </SaveBar>
    </form>
  );
}

function Part(props: { title: string; hint: string; children: ReactNode }) {
  return (
    <Card as="section" className="grid gap-4 p-5 max-md:p-4">
      <div>
        <h2 className="font-bold text-lg">{props.title}</h2>
        <p className="text-ink-3 text-sm">{props.hint}</p>
      </div>
      {props.children}
    </Card>
  );
}

import { introBody } from '@naru/contract/account';
import { nicknameForm } from '@naru/contract/auth-forms';
import { LIMITS } from '@naru/contract/limits';
import type { Me } from '@naru/contract/members';
import { countGraphemes } from '@naru/contract/text';
import { DONE } from '@naru/contract/texts';
import { useMutation } from '@tanstack/react-query';
import type { FormEventHandler, ReactNode } from 'react';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import type { FormProgress } from '../../ui/submit-form.tsx';
import { TextArea, TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { useShowMe } from './account.queries.ts';

export function ProfileForm({ me }: { me: Me }) {
  return (
    <div className="grid gap-5">
      <dl className="grid grid-cols-[6rem_1fr] gap-y-1.5 text-md">
        <dt className="text-ink-3">이름</dt>
        <dd>
          <bdi>{me.name}</bdi>
        </dd>
        <dt className="text-ink-3">학번(교번)</dt>
        <dd>{me.username}</dd>
      </dl>
      <NicknameForm nickname={me.nickname} />
      <IntroForm intro={me.intro} />
      <EmailVisibility shown={me.emailPublic} />
    </div>
  );
}

function NicknameForm({ nickname }: { nickname: string }) {
  const show = useShowMe();
  const form = useSchemaForm(nicknameForm(nickname), { nickname });
  const submit = form.submit(
    async (body) => {
      const typed = form.getValues('nickname');
      const { nickname: saved } = await api('POST /api/member/set-nickname', { body });
      show({ nickname: saved, nickName: saved });
      // Keeps text that was typed during the call.
      if (form.getValues('nickname') === typed) form.setValue('nickname', body.nickname);
      toast.success('닉네임이 저장되었습니다.');
    },
    { text: '닉네임을 저장하지 못했습니다. 다시 시도해 주세요.' },
  );
  const text = form.watch('nickname').trim();
  return (
    <SettingForm form={form} isChanged={text !== nickname} onSubmit={submit}>
      <Field
        label="닉네임"
        error={form.formState.errors.nickname?.message}
        hint="공백과 특수문자 없이 10자까지 쓸 수 있습니다."
      >
        <TextInput {...form.register('nickname')} autoComplete="nickname" />
      </Field>
    </SettingForm>
  );
}

function IntroForm({ intro }: { intro: string }) {
  const show = useShowMe();
  const form = useSchemaForm(introBody, { intro }, { draft: 'intro' });
  const submit = form.submit(
    async (body) => {
      const typed = form.getValues('intro');
      show({ intro: (await api('POST /api/member/set-intro', { body })).intro });
      if (form.getValues('intro') === typed) form.setValue('intro', body.intro);
      toast.success(DONE.introSaved);
    },
    { text: '자기소개를 저장하지 못했습니다. 다시 시도해 주세요.' },
  );
  const text = form.watch('intro').trim();
  return (
    <SettingForm form={form} isChanged={text !== intro} onSubmit={submit}>
      <Field
        label="자기소개"
        error={form.formState.errors.intro?.message}
        counter={{ count: countGraphemes(text), max: LIMITS.introMax }}
      >
        <TextArea rows={3} {...form.area('intro')} />
      </Field>
    </SettingForm>
  );
}

function EmailVisibility({ shown }: { shown: boolean }) {
  const showMe = useShowMe();
  const { mutate, isPending } = useMutation({
    mutationFn: (emailPublic: boolean) =>
      api('POST /api/member/set-email-visibility', { body: { emailPublic } }),
    onSuccess: (_, emailPublic) => {
      showMe({ emailPublic });
      toast.success('이메일 공개 설정이 저장되었습니다.');
    },
    onError: (error) => toast.error(messageOf(error, '저장하지 못했습니다. 다시 시도해 주세요.')),
  });
  return (
    <Checkbox
      label="프로필 카드에 내 이메일 공개"
      checked={shown}
      aria-disabled={isPending}
      onChange={(event) => {
        if (!isPending) mutate(event.target.checked);
      }}
    />
  );
}

/** A field with its submit button beside it. */
export function SettingForm(props: {
  form: FormProgress;
  submitLabel?: string;
  isChanged?: boolean;
  onSubmit: FormEventHandler;
  children: ReactNode;
}) {
  const { form, submitLabel = '저장', isChanged = true, onSubmit, children } = props;
  const { isSubmitting } = form.formState;
  return (
    <form noValidate className="grid gap-2" onSubmit={onSubmit}>
      <div className="flex items-start gap-2 *:first:flex-1">
        {children}
        <Button
          type="submit"
          className="mt-7.5 shrink-0"
          pending={isSubmitting}
          disabled={!isChanged}
        >
          {submitLabel}
        </Button>
      </div>
      <FormAlert problem={form.problem} />
    </form>
  );
}

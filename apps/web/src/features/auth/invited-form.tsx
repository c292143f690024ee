import { type InvitedInput, invitedForm } from '@naru/contract/auth-forms';
import { LIMITS } from '@naru/contract/limits';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { DocumentConsents } from '../../entities/documents/consent-box.tsx';
import { siteConfigQuery } from '../../entities/settings/site-config.ts';
import { rosterKeys } from '../../entities/staff-keys.ts';
import { api } from '../../lib/api/api.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { SubmitForm } from '../../ui/submit-form.tsx';
import { TextInput } from '../../ui/text-input.tsx';

const EMPTY: InvitedInput = {
  nickname: '',
  password: '',
  terms: false,
  privacy: false,
};

type Props = {
  /** For password managers. */
  username: string;
  /** Rejections are shown in the form. */
  onSubmit: (values: { nickname: string; password: string }) => Promise<void>;
};

/** What an invited person chooses; the rest is fixed by the roster. */
export function InvitedForm({ username, onSubmit }: Props) {
  const form = useSchemaForm(invitedForm, EMPTY, { mode: 'onTouched' });
  const { register, formState } = form;
  const { errors } = formState;
  const submit = form.submit(({ nickname, password }) => onSubmit({ nickname, password }), {
    text: '가입하지 못했습니다. 다시 시도해 주세요.',
  });
  return (
    <SubmitForm form={form} onSubmit={submit} submitLabel="가입 완료">
      <input type="hidden" autoComplete="username" value={username} readOnly />
      <Field
        label="닉네임"
        required
        error={errors.nickname?.message}
        hint={`글과 댓글에 보이는 이름입니다. 한글, 영문, 숫자 ${LIMITS.nicknameMax}자까지 쓸 수 있습니다.`}
      >
        <TextInput {...register('nickname')} autoComplete="nickname" />
      </Field>
      <Field
        label="비밀번호"
        required
        error={errors.password?.message}
        hint={`${LIMITS.passwordMin}자 이상이면 됩니다. 긴 문장도 좋습니다.`}
      >
        <PasswordInput {...register('password')} autoComplete="new-password" />
      </Field>
      <DocumentConsents register={register} errors={errors} />
    </SubmitForm>
  );
}

/** The token of an invitation e-mail replaces a login. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: rosterKeys.invitation(token),
    queryFn: ({ signal }) =>
      api('POST /api/invitation', { body: { token }, signal, anonymous: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Joins with the present versions of the documents; returns the number. */
export function useAcceptInvitation(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (values: { nickname: string; password: string }) => {
      const { documentVersions: consent } = await client.ensureQueryData(siteConfigQuery);
      const body = { token, ...values, consent };
      return api('POST /api/invitation/accept', { body, anonymous: true });
    },
  });
}

import { verifyIdBody } from '@naru/contract/auth';
import { LIMITS } from '@naru/contract/limits';
import { messageOf } from '../../lib/api/api-error.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { verifyId } from './auth.calls.ts';
import { AUTH_TEXTS } from './auth.texts.ts';

/** First step of the reset: who is it? */
export function ResetIdStep(props: {
  onFound: (username: string, maskedEmail: string) => Promise<void>;
}) {
  const { register, handleSubmit, formState, setError } = useSchemaForm(verifyIdBody, {
    username: '',
  });

  const submit = handleSubmit(async ({ username }) => {
    try {
      await props.onFound(username, await verifyId(username));
    } catch (error) {
      setError(
        'username',
        { type: 'server', message: messageOf(error, AUTH_TEXTS.idCheckFailed) },
        { shouldFocus: true },
      );
    }
  });

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <Field
        label="학번 또는 교번"
        hint="가입할 때 쓴 메일로 인증 코드를 보냅니다."
        error={formState.errors.username?.message}
      >
        <TextInput
          {...register('username')}
          maxLength={LIMITS.resetIdMax}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" block pending={formState.isSubmitting}>
        인증 코드 받기
      </Button>
    </form>
  );
}

import { PASSKEY_LIMITS, type Passkey, passkeyNameBody } from '@naru/contract/passkeys';
import { secondFactorCodeBody } from '@naru/contract/second-factor';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { Controller } from 'react-hook-form';
import * as z from 'zod/mini';
import { accountKeys } from '../../entities/keys.ts';
import { canUsePasskeys, makePasskey, passkeyProblem } from '../../entities/passkeys/passkeys.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.ts';
import { CodeInput } from './code-dialog.tsx';
import { isDismissed, type Prove, withProof } from './use-prove.tsx';

const passkeysQuery = queryOptions({
  queryKey: accountKeys.passkeys,
  queryFn: ({ signal }) => api('GET /api/member/passkeys', { signal }),
});

/** The passkeys of a member whose second factor is on; nothing where there can be none. */
export function Passkeys({ prove }: { prove: Prove }) {
  const { data } = useQuery(passkeysQuery);
  const client = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const { queryKey } = passkeysQuery;
  const removing = useMutation({
    mutationFn: (id: number) =>
      withProof(prove, () => api('DELETE /api/member/passkeys/:id', { params: { id } })),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => {
      if (!isDismissed(error))
        toast.error(messageOf(error, '패스키를 삭제하지 못했습니다. 다시 시도해 주세요.'));
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  if (!data?.isPossible) return null;
  const ask = async ({ id, name: body }: Passkey) => {
    const title = '이 패스키를 삭제할까요?';
    if (await confirmDialog({ title, body, confirmLabel: '삭제', danger: true })) {
      removing.mutate(id);
    }
  };
  // A recovery code may have been used up.
  const refresh = () => {
    for (const key of [queryKey, accountKeys.secondFactor]) {
      void client.invalidateQueries({ queryKey: key });
    }
  };
  const isFull = data.passkeys.length >= PASSKEY_LIMITS.perMember;
  return (
    <section className="mt-5 grid gap-3 border-line border-t pt-4" aria-label="패스키">
      <h3 className="font-semibold">패스키</h3>
      <p className="text-ink-3 text-sm">
        코드 대신 이 기기의 지문, 얼굴이나 화면 잠금으로 확인합니다. 비밀번호 없이 로그인할 수도
        있습니다.
      </p>
      <ul aria-label="등록한 패스키" className="empty:hidden">
        {data.passkeys.map((passkey) => (
          <li
            key={passkey.id}
            className="flex items-center gap-3 border-line border-t py-3 first:border-t-0 first:pt-0"
          >
            <span className="grid size-9 shrink-0 place-items-center rounded-full bg-deck text-ink-3">
              <KeyRound size={18} />
            </span>
            <div className="min-w-0 flex-1">
              <p className="truncate font-semibold text-md">
                <bdi>{passkey.name}</bdi>
              </p>
              <p className="text-ink-3 text-sm">
                {passkey.lastUsedAt === null ? (
                  '아직 쓰지 않음'
                ) : (
                  <>
                    마지막 사용 <TimeText date={passkey.lastUsedAt} kind="list" />
                  </>
                )}
                {passkey.isSynced && ' · 여러 기기에 저장됨'}
                {passkey.isLocked && (
                  <strong className="block font-medium text-buoy">
                    누군가 복제한 것으로 보여 잠갔습니다. 삭제하고 새로 추가해 주세요.
                  </strong>
                )}
              </p>
            </div>
            <Button
              size="sm"
              aria-label={`${passkey.name} 패스키 삭제`}
              onClick={() => void ask(passkey)}
            >
              삭제
            </Button>
          </li>
        ))}
      </ul>
      {canUsePasskeys() && (
        <Button
          icon={<Plus size={16} />}
          className="justify-self-start"
          disabled={isFull}
          onClick={() => setAdding(true)}
        >
          패스키 추가
        </Button>
      )}
      {isAdding && (
        <AddPasskey
          prove={prove}
          onClose={() => {
            setAdding(false);
            refresh();
          }}
        />
      )}
    </section>
  );
}

const addForm = z.object({ ...passkeyNameBody.shape, ...secondFactorCodeBody.shape });

type AddProps = { prove: Prove; onClose: () => void };

function AddPasskey({ prove, onClose }: AddProps) {
  const formId = useId();
  const form = useSchemaForm(addForm, { name: '', code: '' });
  const { errors, isSubmitting, isSubmitted } = form.formState;
  const submit = form.submit(async ({ name, code }) => {
    const options = await withProof(prove, () =>
      api('POST /api/member/passkeys/begin', { body: { code } }),
    );
    const credential = await makePasskey(options).catch((error: unknown) => {
      form.setProblem({ text: passkeyProblem(error) });
      return null;
    });
    if (credential === null) return;
    const body = { name, code, credential };
    const { message } = await withProof(prove, () => api('POST /api/member/passkeys', { body }));
    toast.success(message);
    onClose();
  });
  return (
    <Dialog
      open
      size="sm"
      title="패스키 추가"
      dismissable={!isSubmitting}
      onClose={onClose}
      footer={
        <DialogButtons
          confirmLabel="추가"
          form={formId}
          onCancel={onClose}
          pending={isSubmitting}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <Field
          label="이름"
          hint="어느 기기인지 알아볼 이름입니다."
          error={errors.name?.message}
          required
        >
          <TextInput
            {...form.register('name')}
            placeholder="예: 내 휴대전화"
            autoComplete="off"
            data-autofocus
          />
        </Field>
        <Field
          label="인증 코드"
          hint="인증 앱의 숫자 6자리나 복구 코드를 입력해 주세요."
          error={errors.code?.message}
          required
        >
          <Controller
            name="code"
            control={form.control}
            render={({ field }) => (
              <CodeInput
                takesRecoveryCodes
                ref={field.ref}
                value={field.value}
                onText={(code) => form.setValue('code', code, { shouldValidate: isSubmitted })}
              />
            )}
          />
        </Field>
        <FormAlert problem={form.problem} />
      </form>
    </Dialog>
  );
}

import { KEY_NAME_MAX, serviceKeyBody } from '@naru/contract/service-keys';
import { countGraphemes } from '@naru/contract/text';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { serviceKeyKeys } from '../../entities/staff-keys.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf, TRY_LATER } from '../../lib/api/api-error.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { controlClass, Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';

export const serviceKeysQuery = queryOptions({
  queryKey: serviceKeyKeys.all,
  queryFn: async ({ signal }) => (await api('GET /api/admin/service-keys', { signal })).keys,
  staleTime: 0,
});

function useMakeKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api('POST /api/admin/service-keys', { body: { name } }),
    onSettled: () => client.invalidateQueries({ queryKey: serviceKeyKeys.all }),
    // The response holds the key: nothing of it stays.
    gcTime: 0,
  });
}

export function useRevokeKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api('DELETE /api/admin/service-keys/:id', { params: { id } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error, TRY_LATER)),
    onSettled: () => client.invalidateQueries({ queryKey: serviceKeyKeys.all }),
  });
}

/** Asks for a name, then shows the key, which nobody sees again. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [key, setKey] = useState<string | null>(null);
  return key === null ? (
    <NameDialog onKey={setKey} onClose={onClose} />
  ) : (
    <KeyDialog value={key} onClose={onClose} />
  );
}

type NameProps = { onKey: (key: string) => void; onClose: () => void };

function NameDialog({ onKey, onClose }: NameProps) {
  const make = useMakeKey();
  const form = useSchemaForm(serviceKeyBody, { name: '' });
  const { errors, isSubmitting } = form.formState;
  const submit = form.submit(
    async ({ name }) => {
      const { key } = await make.mutateAsync(name);
      make.reset();
      onKey(key);
    },
    { title: '서비스 키를 발급하지 못했습니다.' },
  );
  return (
    <Dialog
      open
      size="sm"
      title="새 서비스 키"
      dismissable={!isSubmitting}
      onClose={onClose}
      footer={
        <DialogButtons
          confirmLabel="발급"
          form="new-service-key"
          onCancel={onClose}
          pending={isSubmitting}
        />
      }
    >
      <form id="new-service-key" noValidate onSubmit={submit} className="grid gap-4">
        <Field
          label="키의 이름"
          hint="어느 프로그램이 쓰는지 알아볼 이름입니다. 이름이 같은 키는 같은 출처로 보아, 먼저 쓰던 키로 올린 공지를 이어서 고칩니다."
          required
          error={errors.name?.message}
          counter={{ count: countGraphemes(form.watch('name').trim()), max: KEY_NAME_MAX }}
        >
          <TextInput data-autofocus autoComplete="off" {...form.register('name')} />
        </Field>
        <FormAlert problem={form.problem} />
      </form>
    </Dialog>
  );
}

type KeyProps = { value: string; onClose: () => void };

/** Closed by its button only: who presses beside it has not copied the key. */
function KeyDialog({ value, onClose }: KeyProps) {
  const copy = () =>
    copyText(value, {
      done: '서비스 키를 복사했습니다.',
      failed: '복사하지 못했습니다. 키를 직접 골라 복사해 주세요.',
    });
  return (
    <Dialog
      open
      title="서비스 키를 발급했습니다"
      dismissable={false}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          보관했습니다
        </Button>
      }
    >
      <p className="mb-3 text-ink-2">
        이 키는 <strong className="text-ink">지금 한 번만</strong> 보입니다. 복사해 프로그램의
        설정에 넣어 주세요. 잃어버리면 폐기하고 새로 발급해야 합니다.
      </p>
      <div className="flex items-center gap-2 max-md:flex-col max-md:items-stretch">
        <input
          readOnly
          aria-label="서비스 키"
          value={value}
          onFocus={({ currentTarget }) => currentTarget.select()}
          className={controlClass('h-11 flex-1 px-3 font-mono max-md:flex-none')}
        />
        <Button data-autofocus icon={<Copy size={16} />} onClick={() => void copy()}>
          복사
        </Button>
      </div>
      <p className="mt-3 text-ink-3 text-sm">
        키를 가진 사람은 누구나 학교 공지와 학과 공지를 올릴 수 있습니다. 메신저나 공개된 저장소에
        적지 마세요.
      </p>
    </Dialog>
  );
}

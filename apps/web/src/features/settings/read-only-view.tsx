import { type ReadOnlyState, readOnlyBody } from '@naru/contract/site-status';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { editorKeys } from '../../entities/staff-keys.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf, TRY_LATER } from '../../lib/api/api-error.ts';
import { formatListDate, fromLocalTime } from '../../lib/format/dates.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTimeInput } from '../../ui/date-inputs.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';

const readOnlyQuery = queryOptions({
  queryKey: editorKeys.readOnly,
  queryFn: ({ signal }) => api('GET /api/admin/read-only', { signal }),
  staleTime: 0,
});

/** Whether anything can be stored on the site, and the switch. */
export function ReadOnlyView() {
  const found = useQuery(readOnlyQuery);
  if (found.data === undefined) {
    return (
      <Card className="max-w-[760px] overflow-hidden">
        <LoadState
          query={found}
          failed="읽기 전용 상태를 불러오지 못했습니다."
          rows={3}
          label="읽기 전용 상태를 불러오는 중입니다."
        />
      </Card>
    );
  }
  const { readOnly } = found.data;
  return (
    <Card as="section" className="grid max-w-[760px] gap-4 p-5 max-md:p-4">
      <div>
        <h2 className="font-bold text-lg">읽기 전용</h2>
        <p className="text-ink-3 text-sm">
          서버를 옮기거나 점검하는 동안 켭니다. 읽기와 로그인은 그대로 되고, 글과 댓글을 비롯해
          저장하는 일은 모두 막힙니다. 쓰던 글은 사라지지 않고, 예약 공지와 수집, 이메일은 끈 뒤에
          이어집니다.
        </p>
      </div>
      {readOnly === null ? <Start /> : <Running state={readOnly} />}
    </Card>
  );
}

function useShow() {
  const client = useQueryClient();
  return (state: ReadOnlyState) => client.setQueryData(readOnlyQuery.queryKey, state);
}

function Start() {
  const show = useShow();
  const initial = { reason: '', until: null as string | null };
  const form = useSchemaForm(readOnlyBody, initial, { draft: 'read-only' });
  const { errors, isSubmitting } = form.formState;
  const onSubmit = form.submit(
    async (body) => {
      const isSure = await confirmDialog({
        title: '읽기 전용으로 바꿀까요?',
        body: '끌 때까지 아무도 글을 쓸 수 없습니다.',
        confirmLabel: '읽기 전용 켜기',
        danger: true,
      });
      if (!isSure) return false;
      show(await api('PUT /api/admin/read-only', { body }));
      toast.success('읽기 전용으로 바꿨습니다.');
      return true;
    },
    {
      title: '읽기 전용으로 바꾸지 못했습니다.',
      text: TRY_LATER,
    },
  );
  return (
    <form noValidate onSubmit={onSubmit} aria-label="읽기 전용" className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label="이유"
          hint="예: 서버를 옮기고 있습니다."
          error={errors.reason?.message}
          required
        >
          <TextInput {...form.register('reason')} />
        </Field>
        <Controller
          name="until"
          control={form.control}
          render={({ field: { value, onChange } }) => (
            <Field
              label="예상 종료"
              hint="알림에 쓰입니다. 이때 자동으로 꺼지지는 않습니다."
              error={errors.until?.message}
            >
              <DateTimeInput
                value={value ? value.slice(0, 16) : ''}
                onTime={(time) => onChange(time === '' ? null : fromLocalTime(time))}
              />
            </Field>
          )}
        />
      </div>
      <FormAlert problem={form.problem} />
      <div className="flex justify-end">
        <Button type="submit" variant="danger" pending={isSubmitting}>
          읽기 전용 켜기
        </Button>
      </div>
    </form>
  );
}

function Running({ state }: { state: NonNullable<ReadOnlyState['readOnly']> }) {
  const show = useShow();
  const end = useMutation({
    mutationFn: () => api('DELETE /api/admin/read-only'),
    onSuccess: (next) => {
      show(next);
      toast.success('읽기 전용을 껐습니다.');
    },
    onError: (error) =>
      toast.error(messageOf(error, '읽기 전용을 끄지 못했습니다. 다시 시도해 주세요.')),
  });
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-ink-3">이유</dt>
        <dd>{state.reason}</dd>
        <dt className="text-ink-3">켠 시각</dt>
        <dd>{formatListDate(state.since)}</dd>
        <dt className="text-ink-3">예상 종료</dt>
        <dd>{state.until === null ? '정하지 않음' : formatListDate(state.until)}</dd>
      </dl>
      <div className="flex justify-end">
        <Button variant="primary" pending={end.isPending} onClick={() => end.mutate()}>
          읽기 전용 끄기
        </Button>
      </div>
    </>
  );
}

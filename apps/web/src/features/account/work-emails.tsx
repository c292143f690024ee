import type { WorkEmails } from '@naru/contract/work';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { workKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { LoadState } from '../../ui/load-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { toast } from '../../ui/toast.ts';

const workEmailsQuery = queryOptions({
  queryKey: workKeys.emails,
  queryFn: async ({ signal }) => (await api('GET /api/member/work-emails', { signal })).emails,
});

const CHOICES: readonly { value: WorkEmails; label: string }[] = [
  { value: 'OFF', label: '받지 않음' },
  { value: 'NOW', label: '바로' },
  { value: 'DAILY', label: '하루 한 번' },
];

const LABEL = '새 업무 이메일';

/** When staff get e-mails about new reports, inquiries and requests. */
export function WorkEmailsForm() {
  const client = useQueryClient();
  const query = useQuery(workEmailsQuery);
  const choose = useMutation({
    mutationFn: (emails: WorkEmails) => api('PUT /api/member/work-emails', { body: { emails } }),
    onMutate: (emails) => client.setQueryData(workKeys.emails, emails),
    onError: (error) => {
      toast.error(messageOf(error, '이메일 설정을 바꾸지 못했습니다.'));
      void client.invalidateQueries({ queryKey: workKeys.emails });
    },
  });
  if (!query.data) {
    return <LoadState query={query} failed="업무 이메일 설정을 불러올 수 없습니다." rows={1} />;
  }
  return (
    <div className="mt-5 grid gap-2 border-line border-t pt-4">
      <p className="font-semibold">{LABEL}</p>
      <Segmented
        label={LABEL}
        items={CHOICES}
        value={query.data}
        onChange={(value) => choose.mutate(value)}
        className="justify-self-start max-sm:justify-self-stretch"
      />
      <p className="text-ink-3 text-sm">
        새 신고, 문의, 권한 요청이 있으면 건수만 이메일로 알려 드립니다. ‘하루 한 번’은 아침 8시부터
        모아서 보내고, ‘바로’는 몇 분 안에 보냅니다.
      </p>
    </div>
  );
}

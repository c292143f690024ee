import type { LinkedIdentity } from '@naru/contract/oidc';
import { withParticles } from '@naru/contract/particles';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { University } from 'lucide-react';
import { providerKeys } from '../../entities/keys.ts';
import { leaveForProvider } from '../../entities/provider/provider-visit.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { formatDay } from '../../lib/format/dates.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.ts';
import { isDismissed, type Prove, withProof } from './use-prove.tsx';

const identitiesQuery = queryOptions({
  queryKey: providerKeys.identities,
  queryFn: async ({ signal }) => (await api('GET /api/member/identities', { signal })).identities,
});

/** Links the own account at the provider, or ends the link. `name` is that of the provider. */
export function LinkedIdentities({ name, prove }: { name: string; prove: Prove }) {
  const query = useQuery(identitiesQuery);
  const { data } = query;
  if (!data) return <LoadState query={query} failed="연결을 불러오지 못했습니다." rows={1} />;
  const [linked] = data;
  return linked === undefined ? (
    <Link name={name} prove={prove} />
  ) : (
    <Linked name={name} prove={prove} linked={linked} />
  );
}

function Link({ name, prove }: { name: string; prove: Prove }) {
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => withProof(prove, () => api('POST /api/member/identities/begin')),
    onSuccess: ({ url }) => leaveForProvider(url, { purpose: 'link' }),
    onError: (error) => {
      if (!isDismissed(error)) toast.error(messageOf(error, '연결을 시작하지 못했습니다.'));
    },
  });
  return (
    <>
      <p className="text-ink-2 text-md">
        {withParticles(
          `연결하면 학번(교번)과 비밀번호 대신 ${name}으로(로) 로그인할 수 있습니다. 비밀번호도 그대로 쓸 수 있습니다.`,
        )}
      </p>
      <Button
        className="mt-4"
        icon={<University size={16} />}
        pending={isPending || isSuccess}
        onClick={() => mutate()}
      >
        {withParticles(`${name}과(와) 연결`)}
      </Button>
    </>
  );
}

type LinkedProps = { name: string; prove: Prove; linked: LinkedIdentity };

function Linked({ name, prove, linked }: LinkedProps) {
  const client = useQueryClient();
  const { id, linkedAt, lastUsedAt } = linked;
  const removing = useMutation({
    mutationFn: () =>
      withProof(prove, () => api('DELETE /api/member/identities/:id', { params: { id } })),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => {
      if (!isDismissed(error)) toast.error(messageOf(error, '연결을 해제하지 못했습니다.'));
    },
    onSettled: () => client.invalidateQueries(identitiesQuery),
  });
  const ask = async () => {
    const title = '연결을 해제할까요?';
    const body = withParticles(
      `이제 ${name}으로(로) 로그인할 수 없습니다. 학번(교번)과 비밀번호로는 로그인할 수 있습니다.`,
    );
    if (await confirmDialog({ title, body, confirmLabel: '연결 해제', danger: true })) {
      removing.mutate();
    }
  };
  return (
    <div className="flex items-center gap-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-deck text-ink-3">
        <University size={18} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold text-md">
          <bdi>{name}</bdi>
        </p>
        <p className="text-ink-3 text-sm">
          {formatDay(linkedAt)} 연결 ·{' '}
          {lastUsedAt === null ? (
            '아직 쓰지 않음'
          ) : (
            <>
              마지막 사용 <TimeText date={lastUsedAt} kind="list" />
            </>
          )}
        </p>
      </div>
      <Button size="sm" pending={removing.isPending} onClick={() => void ask()}>
        연결 해제
      </Button>
    </div>
  );
}

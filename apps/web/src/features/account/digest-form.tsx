import type { Digest } from '@naru/contract/digest';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pushKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { LoadState } from '../../ui/load-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { toast } from '../../ui/toast.ts';

const digestQuery = queryOptions({
  queryKey: pushKeys.digest,
  queryFn: ({ signal }) => api('GET /api/member/digest', { signal }),
});

const CHOICES: readonly { value: Digest; label: string }[] = [
  { value: 'OFF', label: '받지 않음' },
  { value: 'DAILY', label: '하루 한 번' },
  { value: 'WEEKLY', label: '일주일에 한 번' },
];

const LABEL = '소식 이메일';

/** How often the viewer gets a digest by e-mail when away. */
export function DigestForm() {
  const client = useQueryClient();
  const query = useQuery(digestQuery);
  const choose = useMutation({
    mutationFn: (digest: Digest) => api('PUT /api/member/digest', { body: { digest } }),
    onMutate: (digest) =>
      client.setQueryData(digestQuery.queryKey, (now) => now && { ...now, digest }),
    onError: (error) => {
      toast.error(messageOf(error, '소식 이메일 설정을 바꾸지 못했습니다.'));
      void client.invalidateQueries({ queryKey: pushKeys.digest });
    },
  });
  if (!query.data) {
    return <LoadState query={query} failed="소식 이메일 설정을 불러올 수 없습니다." rows={1} />;
  }
  return (
    <div className="mt-5 grid gap-2 border-line border-t pt-4">
      <h3 className="font-semibold">{LABEL}</h3>
      <Segmented
        label={LABEL}
        items={CHOICES}
        value={query.data.digest}
        onChange={(value) => choose.mutate(value)}
        className="justify-self-start max-sm:justify-self-stretch"
      />
      {query.data.addressRefused && (
        <p role="alert" className="text-buoy text-sm">
          지금 이메일 주소로는 이메일이 배달되지 않아 소식 이메일을 보내지 않습니다. 위의
          ‘개인정보’에서 받을 수 있는 주소로 바꿔 주세요.
        </p>
      )}
      <p className="text-ink-3 text-sm">
        사흘 넘게 들르지 않으면 읽지 않은 알림과 많이 읽힌 글을 아침에 모아서 보내 드립니다. 새
        소식이 없으면 보내지 않으며, 이메일 안에서 바로 끌 수 있습니다.
      </p>
    </div>
  );
}

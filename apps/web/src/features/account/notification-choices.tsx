import type { NotificationChoices } from '@naru/contract/account';
import type { Digest } from '@naru/contract/digest';
import type { WorkEmails } from '@naru/contract/work';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pushKeys, workKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';
import type { ResultOf } from '../../lib/api/endpoints.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useInstantChange } from '../../ui/use-instant-change.ts';
import { choicesQuery, useChoose } from './account.queries.ts';

type DigestState = ResultOf<'GET /api/member/digest'>;

const digestQuery = queryOptions({
  queryKey: pushKeys.digest,
  queryFn: ({ signal }) => api('GET /api/member/digest', { signal }),
});

const DIGESTS: readonly { value: Digest; label: string }[] = [
  { value: 'OFF', label: '받지 않음' },
  { value: 'DAILY', label: '하루 한 번' },
  { value: 'WEEKLY', label: '일주일에 한 번' },
];

/** How often the viewer gets a digest by e-mail when away. */
export function DigestForm() {
  const query = useQuery(digestQuery);
  const choose = useInstantChange({
    queryKey: pushKeys.digest,
    send: (digest: Digest) => api('PUT /api/member/digest', { body: { digest } }),
    apply: (state: DigestState, digest) => ({ ...state, digest }),
    failed: '소식 이메일 설정을 저장하지 못했습니다. 다시 시도해 주세요.',
  });
  if (!query.data) {
    return <LoadState query={query} failed="소식 이메일 설정을 불러오지 못했습니다." rows={1} />;
  }
  return (
    <EmailChoice
      label="소식 이메일"
      items={DIGESTS}
      value={query.data.digest}
      onChange={choose.mutate}
      hint="사흘 넘게 들르지 않으면 읽지 않은 알림과 많이 읽힌 글을 아침에 모아서 보내 드립니다. 새 소식이 없으면 보내지 않으며, 이메일 안에서 바로 끌 수 있습니다."
    >
      {query.data.addressRefused && (
        <p role="alert" className="text-buoy text-sm">
          지금 이메일 주소로는 이메일이 배달되지 않아 소식 이메일을 보내지 않습니다. ‘로그인과
          보안’에서 받을 수 있는 주소로 바꿔 주세요.
        </p>
      )}
    </EmailChoice>
  );
}

const workEmailsQuery = queryOptions({
  queryKey: workKeys.emails,
  queryFn: async ({ signal }) => (await api('GET /api/member/work-emails', { signal })).emails,
});

const WORK_EMAILS: readonly { value: WorkEmails; label: string }[] = [
  { value: 'OFF', label: '받지 않음' },
  { value: 'NOW', label: '바로' },
  { value: 'DAILY', label: '하루 한 번' },
];

/** When staff get e-mails about new reports, inquiries and requests. */
export function WorkEmailsForm() {
  const query = useQuery(workEmailsQuery);
  const choose = useInstantChange({
    queryKey: workKeys.emails,
    send: (emails: WorkEmails) => api('PUT /api/member/work-emails', { body: { emails } }),
    apply: (_: WorkEmails, emails) => emails,
    failed: '이메일 설정을 저장하지 못했습니다. 다시 시도해 주세요.',
  });
  if (!query.data) {
    return <LoadState query={query} failed="업무 이메일 설정을 불러오지 못했습니다." rows={1} />;
  }
  return (
    <EmailChoice
      label="새 업무 이메일"
      items={WORK_EMAILS}
      value={query.data}
      onChange={choose.mutate}
      hint="새 할 일이 생기면 건수만 이메일로 알려 드립니다. ‘하루 한 번’은 아침 8시부터 모아서 보내고, ‘바로’는 몇 분 안에 보냅니다."
    />
  );
}

type EmailChoiceProps<V extends string> = {
  label: string;
  items: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
  hint: string;
  children?: ReactNode;
};

function EmailChoice<V extends string>({ label, hint, children, ...bar }: EmailChoiceProps<V>) {
  return (
    <div className="mt-5 grid gap-2 border-line border-t pt-4">
      <h3 className="font-semibold">{label}</h3>
      <Segmented
        {...bar}
        label={label}
        className="justify-self-start max-sm:justify-self-stretch"
      />
      {children}
      <p className="text-ink-3 text-sm">{hint}</p>
    </div>
  );
}

const LABELS: [keyof NotificationChoices, string][] = [
  ['comment', '내 글과 알림을 켠 글의 댓글, 내 댓글의 답글, 나를 언급한 댓글'],
  ['like', '좋아요'],
  ['friend', '친구 요청과 수락'],
  ['notice', '새 공지사항'],
  ['other', '그 밖의 소식 (알림을 켠 게시판, 키워드, 답변 채택, 강의실, 문의 답변 등)'],
];

export function NotificationChoicesForm() {
  const query = useQuery(choicesQuery);
  const choose = useChoose();
  const { data } = query;
  if (!data) return <LoadState query={query} failed="알림 설정을 불러오지 못했습니다." rows={3} />;
  return (
    <fieldset className="grid gap-2.5">
      <legend className="sr-only">받을 알림</legend>
      {LABELS.map(([kind, label]) => (
        <Checkbox
          key={kind}
          label={label}
          checked={data[kind]}
          onChange={(event) => choose.mutate({ [kind]: event.target.checked })}
        />
      ))}
      <p className="text-ink-3 text-sm">로그인과 비밀번호에 관한 보안 알림은 끌 수 없습니다.</p>
    </fieldset>
  );
}

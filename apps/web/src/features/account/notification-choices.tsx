import type { NotificationChoices } from '@naru/contract/account';
import { useQuery } from '@tanstack/react-query';
import { Checkbox } from '../../ui/checkbox.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { choicesQuery, useChoose } from './account.queries.ts';

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
  if (!data) return <LoadState query={query} failed="알림 설정을 불러올 수 없습니다." rows={3} />;
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

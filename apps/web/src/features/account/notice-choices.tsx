import type { NotificationChoices as Choices } from '@naru/contract/account';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/api/api-error.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { choicesQuery, useChoose } from './account.queries.ts';
import { ACCOUNT_TEXTS } from './account.texts.ts';

const LABELS: [keyof Choices, string][] = [
  ['comment', '내 글의 댓글과 내 댓글의 답글'],
  ['like', '좋아요'],
  ['friend', '친구 요청과 수락'],
  ['notice', '새 공지사항'],
  ['other', '그 밖의 소식 (답변 채택, 강의실, 문의 답변 등)'],
];

/** A switch for each kind of notices. */
export function NotificationChoices() {
  const { data, error, refetch } = useQuery(choicesQuery);
  const choose = useChoose();
  if (error && !data) {
    return (
      <ErrorState
        title={ACCOUNT_TEXTS.choicesFailed}
        text={messageOf(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <SkeletonRows rows={3} />;
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
      <p className="text-ink-3 text-sm">{ACCOUNT_TEXTS.choicesHint}</p>
    </fieldset>
  );
}

import type { Suspension } from '@naru/contract/objections';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { MailCheck, MailX } from 'lucide-react';
import { ObjectionForm } from '../../features/objections/objection-form.tsx';
import {
  suspensionQuery,
  useObjectToSuspension,
} from '../../features/objections/objections.queries.ts';
import { NO_REASON } from '../../features/objections/objections.texts.ts';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { formatDay } from '../../lib/format/dates.ts';
import { PATHS } from '../../lib/paths.ts';
import { NOBODY } from '../../lib/stored-writing.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TimeText } from '../../ui/time-text.tsx';

const TITLE = '이용 정지에 대한 이의 제기';

/** For suspended members: the link of their e-mail opens it without a login. */
export function ObjectionPage() {
  // The token is in the fragment, which is sent to no server.
  const token = useLocation({ select: ({ hash }) => hash });
  return (
    <Page title={TITLE} width="form">
      <Card as="section" className="mt-6 px-6 py-6 max-md:mt-2 max-md:px-4 max-md:py-5">
        <PageHeading className="text-xl">{TITLE}</PageHeading>
        {token === '' ? <BadLink /> : <Opened key={token} token={token} />}
      </Card>
    </Page>
  );
}

function Opened({ token }: { token: string }) {
  const query = useQuery(suspensionQuery(token));
  const { data, error } = query;
  if (error instanceof ApiError && (error.status === 403 || error.status === 400)) {
    return <BadLink text={messageOf(error)} />;
  }
  if (!data) return <LoadState query={query} failed="내용을 불러오지 못했습니다." rows={4} />;
  return (
    <div className="mt-4 grid gap-5">
      <SuspensionFacts suspension={data} />
      {data.objectedAt === null ? (
        <SuspensionForm token={token} />
      ) : (
        <Sent objectedAt={data.objectedAt} />
      )}
    </div>
  );
}

function SuspensionFacts({ suspension }: { suspension: Suspension }) {
  const { reason, until, linkUntil } = suspension;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2.5 rounded-ctl bg-deck px-4 py-3.5">
      <dt className="text-ink-3">사유</dt>
      <dd className="font-semibold [overflow-wrap:anywhere]">
        <bdi>{reason || NO_REASON}</bdi>
      </dd>
      <dt className="text-ink-3">정지 기간</dt>
      <dd>{formatDay(until)}까지</dd>
      <dt className="text-ink-3">이 주소</dt>
      <dd>
        <TimeText date={linkUntil} kind="list" />
        까지 열 수 있습니다.
      </dd>
    </dl>
  );
}

function SuspensionForm({ token }: { token: string }) {
  const object = useObjectToSuspension(token);
  return (
    <ObjectionForm
      // The member is not logged in: the beginning of the link, which opens nothing, names the draft.
      draftKey={{ memberId: NOBODY, boardType: `suspension-${token.slice(0, 8)}`, postId: null }}
      lead="정지가 잘못되었다고 생각하면 한 번 이의를 제기할 수 있습니다. 관리자가 확인하고 답변을 이메일로 보내 드립니다."
      onSend={(content) => object.mutateAsync(content)}
    />
  );
}

function Sent({ objectedAt }: { objectedAt: string }) {
  return (
    <div role="status">
      <EmptyState
        className="py-6"
        icon={<MailCheck size={22} />}
        title="이의를 제기했습니다."
        text="답변은 이메일로 보내 드립니다."
        action={
          <span className="text-ink-3 text-sm">
            접수 <TimeText date={objectedAt} kind="list" />
          </span>
        }
      />
    </div>
  );
}

function BadLink({ text = '이메일의 주소를 빠짐없이 열어 주세요.' }: { text?: string }) {
  return (
    <EmptyState
      icon={<MailX size={22} />}
      title="이 주소로는 이의를 제기할 수 없습니다."
      text={text}
      action={<LinkButton to={PATHS.login}>로그인 화면으로</LinkButton>}
    />
  );
}

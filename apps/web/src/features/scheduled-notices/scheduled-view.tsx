import { BOARDS } from '@naru/contract/boards';
import { audienceName } from '@naru/contract/notice-groups';
import type { ScheduledNotice } from '@naru/contract/scheduled-notices';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarClock, CircleAlert } from 'lucide-react';
import { useHasRole } from '../../entities/member/me.ts';
import { scheduledNoticeKeys } from '../../entities/staff-keys.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { formatListDate } from '../../lib/format/dates.ts';
import { PATHS } from '../../lib/paths.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConsoleIntro } from '../../ui/console.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { MemberLists } from './member-lists.tsx';

const scheduledQuery = queryOptions({
  queryKey: scheduledNoticeKeys.list,
  queryFn: async ({ signal }) =>
    (await api('GET /api/admin/scheduled-notices', { signal })).notices,
});

/** Console panel 예약 공지: what will appear on the boards of the member, next first. */
export function ScheduledView() {
  const query = useQuery(scheduledQuery);
  const { data } = query;
  const mayEditLists = useHasRole('MANAGER');
  return (
    <div className="grid gap-4">
      <ConsoleIntro text="정한 시각에 게시판에 올라가고, 그때 알림을 보냅니다. 같은 게시판에 공지를 쓸 수 있는 사람은 누구나 수정하거나 취소할 수 있습니다. 서버가 꺼져 있어 여섯 시간 넘게 늦은 공지는 올리지 않고 작성자에게 묻습니다." />
      <Card as="section" aria-label="예약 공지" className="overflow-hidden">
        {!data && <LoadState query={query} failed="예약된 공지를 불러오지 못했습니다." rows={4} />}
        {data?.length === 0 && (
          <EmptyState
            icon={<CalendarClock size={22} />}
            title="예약된 공지가 없습니다."
            text="공지 글쓰기에서 ‘예약’을 고르면 여기에 모입니다."
          />
        )}
        {data && data.length > 0 && (
          <ul aria-label="예약된 공지">
            {data.map((notice) => (
              <li key={notice.id} className="border-line border-t first:border-t-0">
                <ScheduledRow notice={notice} />
              </li>
            ))}
          </ul>
        )}
      </Card>
      {mayEditLists && <MemberLists />}
    </div>
  );
}

function ScheduledRow({ notice }: { notice: ScheduledNotice }) {
  const {
    id,
    boardType,
    title,
    publishAt,
    years,
    groups = [],
    pinUntil,
    expiresAt,
    failure,
  } = notice;
  const audience = audienceName(years, groups) || '명단의 회원';
  const cancel = useCancel();
  const publish = usePublish();
  const board = BOARDS[boardType];
  const onCancel = async () => {
    const isSure = await confirmDialog({
      title: failure ? '공지를 삭제할까요?' : '예약을 취소할까요?',
      body: `‘${title}’ 공지가 올라가지 않고, 쓴 내용도 사라집니다.`,
      confirmLabel: failure ? '삭제' : '예약 취소',
      cancelLabel: '그대로 두기',
      danger: true,
    });
    if (isSure) cancel.mutate(id);
  };
  const onPublish = async () => {
    const isSure = await confirmDialog({
      title: '지금 올릴까요?',
      body: `‘${title}’ 공지가 지금 시각으로 ${board.name} 게시판에 올라가고, ${audience}에게 알림을 보냅니다. 날짜가 지난 내용이 없는지 먼저 확인해 주세요.`,
      confirmLabel: '지금 게시',
      cancelLabel: '그대로 두기',
    });
    if (isSure) publish.mutate(id);
  };
  return (
    <article className="flex items-center gap-3 px-5 py-3.5 max-md:flex-wrap max-md:px-4">
      <div className="grid min-w-0 flex-1 basis-72 gap-1">
        <h2 className="font-semibold [overflow-wrap:anywhere]">
          <bdi>{title}</bdi>
        </h2>
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ink-2 text-md">
          <Badge tone="plain">{board.name}</Badge>
          <span className="font-semibold">
            <time dateTime={publishAt}>{formatListDate(publishAt)}</time>
            {failure ? ' 예정' : '에 올림'}
          </span>
          <span>{audience}에게 알림</span>
        </p>
        <p className="flex flex-wrap gap-x-2.5 gap-y-0.5 text-ink-3 text-sm">
          <bdi>{notice.authorNickname}</bdi>
          {pinUntil && <span>{pinUntil}까지 고정</span>}
          {expiresAt && <span>{formatListDate(expiresAt)}에 게시 종료</span>}
        </p>
        {failure && (
          <p className="flex items-start gap-1 font-medium text-buoy text-sm">
            <CircleAlert size={15} className="mt-[3px] shrink-0" />
            <span>올리지 못했습니다. {failure}</span>
          </p>
        )}
      </div>
      <div className="flex gap-2 max-md:w-full max-md:*:flex-1">
        <LinkButton
          to={PATHS.write}
          params={{ boardType: board.slug }}
          search={{ scheduled: id }}
          size="sm"
          aria-label={`${title} ${failure ? '다시 예약' : '수정'}`}
        >
          {failure ? '다시 예약' : '수정'}
        </LinkButton>
        {failure && (
          <Button
            size="sm"
            pending={publish.isPending}
            aria-label={`${title} 지금 게시`}
            onClick={() => void onPublish()}
          >
            지금 게시
          </Button>
        )}
        <Button
          size="sm"
          pending={cancel.isPending}
          aria-label={`${title} ${failure ? '삭제' : '예약 취소'}`}
          onClick={() => void onCancel()}
        >
          {failure ? '삭제' : '예약 취소'}
        </Button>
      </div>
    </article>
  );
}

function usePublish() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      api('POST /api/admin/scheduled-notices/:id/publish', { params: { id } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) =>
      toast.error(messageOf(error, '공지를 올리지 못했습니다. 다시 시도해 주세요.')),
    onSettled: () => client.invalidateQueries({ queryKey: scheduledNoticeKeys.list }),
  });
}

function useCancel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api('DELETE /api/admin/scheduled-notices/:id', { params: { id } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) =>
      toast.error(messageOf(error, '예약을 취소하지 못했습니다. 다시 시도해 주세요.')),
    onSettled: () => client.invalidateQueries({ queryKey: scheduledNoticeKeys.list }),
  });
}

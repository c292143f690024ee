import type { Board } from '@naru/contract/boards';
import { ERRORS } from '@naru/contract/errors';
import type { MustReadInput } from '@naru/contract/must-reads';
import type { PollInput } from '@naru/contract/polls';
import type { ScheduledNotice } from '@naru/contract/scheduled-notices';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { scheduledNoticeKeys } from '../../../entities/staff-keys.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { FOR_EDITING } from '../../../lib/api/query-client.ts';
import { toLocalTime } from '../../../lib/format/dates.ts';
import { LoadState } from '../../../ui/load-state.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { NoticeForm } from './notice-form.tsx';
import { NO_CHOICES, type NoticeChoices } from './use-notice-options.ts';
import type { StoredPoll } from './use-poll-draft.ts';

function scheduledNoticeQuery(id: number) {
  return queryOptions({
    queryKey: scheduledNoticeKeys.detail(id),
    queryFn: async ({ signal }) =>
      (await api('GET /api/admin/scheduled-notices/:id', { params: { id }, signal })).notice,
    ...FOR_EDITING,
  });
}

type ScheduledLoaderProps = {
  id: number;
  board: Board;
  memberId: number;
  /** Leads to the list of scheduled notices. */
  onDone: () => void;
};

/** Loads a scheduled notice into the form. */
export function ScheduledLoader({ id, board, memberId, onDone }: ScheduledLoaderProps) {
  const query = useQuery(scheduledNoticeQuery(id));
  const { data: notice, error } = query;
  const isMissing = error instanceof ApiError && error.status === 404;
  if (isMissing || (notice && notice.boardType !== board.type)) {
    return <EmptyState title={ERRORS.SCHEDULED_NOTICE_NOT_FOUND.message} />;
  }
  if (!notice)
    return <LoadState query={query} failed="예약된 공지를 불러오지 못했습니다." rows={6} />;
  const { title, content } = notice.post;
  return (
    <NoticeForm
      board={board}
      memberId={memberId}
      postId={null}
      poll={storedPoll(notice.post.poll as PollInput | null | undefined)}
      head={notice.head}
      scheduled={{ id, version: notice.version }}
      initial={{
        title: String(title),
        html: String(content),
        choices: choicesOf(notice, notice.post.mustRead as MustReadInput | null | undefined),
        files: notice.attachments,
      }}
      onSaved={onDone}
      onScheduled={onDone}
      onCancel={onDone}
    />
  );
}

function choicesOf(notice: ScheduledNotice, mustRead?: MustReadInput | null): NoticeChoices {
  const { years, publishAt, pinUntil, expiresAt } = notice;
  return {
    ...NO_CHOICES,
    groups: notice.groups ?? [],
    years,
    isLater: true,
    publishAt: toLocalTime(publishAt),
    pinUntil: pinUntil ?? '',
    expiresAt: expiresAt ? toLocalTime(expiresAt) : '',
    mustRead: Boolean(mustRead),
    dueOn: mustRead?.dueOn ?? '',
  };
}

/** A poll that nobody has seen yet. */
function storedPoll(input: PollInput | null | undefined): StoredPoll | undefined {
  if (input == null) return undefined;
  const { options, maxChoices, isAnonymous, endsAt = null } = input;
  return {
    options: options.map((text) => ({ text, count: null })),
    ...{ maxChoices, isAnonymous, endsAt, voterCount: 0 },
  };
}

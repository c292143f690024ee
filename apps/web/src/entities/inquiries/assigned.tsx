import type { Assigned, Assignee } from '@naru/contract/assignees';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserRoundCheck } from 'lucide-react';
import { api } from '../../lib/api/api.ts';
import { alertFailure } from '../../ui/alert-failure.ts';
import { FilterSelect } from '../../ui/console.tsx';
import { cx } from '../../ui/cx.ts';
import { Menu } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.ts';
import { inquiryKeys, moderationKeys, workKeys } from '../keys.ts';
import { useMe } from '../member/me.ts';
import { auditKeys, deskKeys } from '../staff-keys.ts';

const assigneesQuery = queryOptions({
  queryKey: deskKeys.assignees,
  queryFn: ({ signal }) => api('GET /api/admin/assignees', { signal }),
});

type Change = { inquiryId: number; assigneeId: number | null; before: number | null };

/** Says who was faster when somebody else has taken it meanwhile; all of it is loaded again then. */
export function useAssign() {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ inquiryId, ...body }: Change) =>
      api('PUT /api/inquiry/:id/assignee', { params: { id: inquiryId }, body }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) =>
      void alertFailure('담당자를 저장하지 못했습니다. 다시 시도해 주세요.', error),
    onSettled: () =>
      Promise.all(
        [
          inquiryKeys.lists,
          inquiryKeys.desks,
          moderationKeys.allReports,
          auditKeys.all,
          workKeys.waiting,
        ].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
  return { assign: mutate, isPending };
}

type MenuProps = {
  inquiryId: number;
  assignee: Assignee | null;
  /** Reports of content, which MANAGER handles too. */
  isOfContent: boolean;
};

/** Who works on an open inquiry or report; takes it, gives it to a colleague, or releases it. */
export function AssigneeMenu({ inquiryId, assignee, isOfContent }: MenuProps) {
  const { data: me } = useMe();
  const { data } = useQuery(assigneesQuery);
  const { assign, isPending } = useAssign();
  const give = (assigneeId: number | null) => () =>
    assign({ inquiryId, assigneeId, before: assignee?.id ?? null });
  const fit = (data?.assignees ?? []).filter(({ isAdmin }) => isAdmin || isOfContent);
  const others = fit.filter(({ id }) => id !== me?.id && id !== assignee?.id);
  const isMine = assignee !== null && assignee.id === me?.id;
  const items = [
    ...(me && !isMine ? [{ label: '내가 맡기', onSelect: give(me.id) }] : []),
    ...(assignee ? [{ label: '담당 해제', onSelect: give(null) }] : []),
    ...(others.length > 0 ? (['line'] as const) : []),
    ...others.map(({ id, nickname }) => ({ id, label: nickname, onSelect: give(id) })),
  ];
  const text = assignee === null ? '담당 없음' : `담당: ${assignee.nickname}`;
  return (
    <Menu
      label={`${text}, 담당 바꾸기`}
      items={items}
      trigger={
        <>
          <UserRoundCheck size={16} className="shrink-0" />
          <span className="truncate">{text}</span>
        </>
      }
      triggerClassName={cx(
        'inline-flex min-h-8 max-w-56 items-center gap-1.5 rounded-ctl border border-line px-2.5 font-semibold text-sm hover:bg-hover max-md:min-h-11',
        assignee === null ? 'text-ink-3' : isMine ? 'text-sea' : 'text-ink-2',
        isPending && 'opacity-60',
      )}
    />
  );
}

const OPTIONS = [
  { value: 'ME', label: '내 담당' },
  { value: 'NONE', label: '담당 없음' },
] as const;

type FilterProps = {
  value: Assigned | undefined;
  onChoose: (assigned: Assigned | undefined) => void;
};

export function AssignedFilter({ value, onChoose }: FilterProps) {
  return (
    <FilterSelect
      label="담당"
      hideLabel
      className="w-32 max-md:w-auto max-md:flex-1 max-md:basis-32"
      all="모든 담당"
      options={OPTIONS}
      value={value}
      onChoose={onChoose}
    />
  );
}

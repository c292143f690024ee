import { BOARDS, type HeadBoard } from '@naru/contract/boards';
import {
  type EditedHeads,
  HEAD_BOARDS,
  type HeadSettings,
  type HeadsOfBoard,
  headSettingsBody,
} from '@naru/contract/heads';
import { LIMITS } from '@naru/contract/limits';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { siteConfigQuery } from '../../entities/settings/site-config.ts';
import { editorKeys } from '../../entities/staff-keys.ts';
import { api } from '../../lib/api/api.ts';
import { useFreshData } from '../../lib/api/editing.ts';
import { MANUAL_QUERY } from '../../lib/api/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { BoardHeadsFields } from './board-heads-fields.tsx';
import { useEditedForm } from './use-edited-form.ts';

const headsQuery = queryOptions({
  queryKey: editorKeys.heads,
  queryFn: ({ signal }) => api('GET /api/admin/heads', { signal }),
  staleTime: 0,
  // A refetch must not change the form while it is edited.
  ...MANUAL_QUERY,
});

/** Saves the heads of all boards; the public configuration of this tab is refetched. */
function useSaveHeads() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, version }: { body: HeadSettings; version: string }) =>
      api('PUT /api/admin/heads', { body, query: { version } }),
    onSuccess: async (saved) => {
      client.setQueryData(headsQuery.queryKey, saved);
      await client.invalidateQueries({ queryKey: siteConfigQuery.queryKey });
    },
  });
}

export function HeadsView() {
  const found = useQuery(headsQuery);
  const heads = useFreshData(found);
  if (heads) return <HeadsForm initial={heads} />;
  return (
    <Card className="max-w-[760px] overflow-hidden">
      <LoadState
        query={found}
        failed="말머리를 불러오지 못했습니다."
        rows={4}
        label="말머리를 불러오는 중입니다."
      />
    </Card>
  );
}

const LABELS = Object.fromEntries(
  HEAD_BOARDS.map((board) => [board, BOARDS[board].name]),
) as Record<HeadBoard, string>;

function textOf(_board: HeadBoard, { heads, isRequired }: HeadsOfBoard): string {
  const lines = heads.map(({ name, isRetired }) => (isRetired ? `${name} (쓰지 않음)` : name));
  return [...lines, ...(isRequired ? ['꼭 골라야 함'] : [])].join('\n');
}

function HeadsForm({ initial }: { initial: EditedHeads }) {
  const save = useSaveHeads();
  const { form, onSubmit, conflict } = useEditedForm(headSettingsBody, initial, {
    load: () => api('GET /api/admin/heads'),
    save: (body, version) => save.mutateAsync({ body, version }),
    labels: LABELS,
    textOf,
    saved: '말머리를 저장했습니다.',
    failed: '말머리를 저장하지 못했습니다.',
  });
  const { isDirty, isSubmitting } = form.formState;
  return (
    <form noValidate aria-label="말머리" onSubmit={onSubmit} className="grid max-w-[760px] gap-4">
      <Card as="section" className="grid gap-5 p-5 max-md:p-4">
        <div>
          <h2 className="font-bold text-lg">말머리</h2>
          <p className="text-ink-3 text-sm">
            글 제목 앞에 붙는 짧은 말입니다. 게시판마다 {LIMITS.heads}개까지 정할 수 있고, 목록에서
            말머리로 골라 볼 수 있습니다. 이름을 바꾸면 그 말머리를 단 글에도 새 이름이 보입니다.
            쓰지 않는 말머리는 이미 단 글에만 남습니다.
          </p>
        </div>
        {HEAD_BOARDS.map((board) => (
          <BoardHeadsFields
            key={board}
            board={board}
            control={form.control}
            errors={form.formState.errors[board]}
            register={form.register}
          />
        ))}
      </Card>
      {conflict && <EditConflict {...conflict} pending={isSubmitting} />}
      <FormAlert problem={form.problem} />
      <SaveBar status={isDirty ? '저장하지 않은 변경이 있습니다.' : '바꾼 내용이 없습니다.'}>
        <Button type="submit" variant="primary" pending={isSubmitting} disabled={!isDirty}>
          말머리 저장
        </Button>
      </SaveBar>
    </form>
  );
}

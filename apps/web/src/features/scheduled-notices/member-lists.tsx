import { type MemberList, memberListForm, type SavedList } from '@naru/contract/audiences';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import { audiencesQuery } from '../../entities/audiences.ts';
import { scheduledNoticeKeys } from '../../entities/staff-keys.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf, TRY_LATER } from '../../lib/api/api-error.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TextArea, TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';

/** Lists of members to whom notices can be addressed. */
export function MemberLists() {
  const query = useQuery(audiencesQuery);
  const [edited, setEdited] = useState<MemberList | 'new' | null>(null);
  const lists = query.data?.lists;
  return (
    <Card as="section" aria-label="공지 명단" className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-3 px-5 py-3.5 max-md:px-4">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="font-bold text-lg">공지 명단</h2>
          <p className="text-ink-3 text-sm">
            공지를 받을 회원을 모아 둡니다. 명단과 그 회원은 운영진에게만 보입니다.
          </p>
        </div>
        <Button onClick={() => setEdited('new')}>명단 만들기</Button>
      </div>
      <div className="border-line border-t">
        {!lists && <LoadState query={query} failed="명단을 불러오지 못했습니다." rows={2} />}
        {lists?.length === 0 && (
          <EmptyState
            icon={<UsersRound size={22} />}
            title="아직 명단이 없습니다."
            text="학번이나 이메일을 붙여 넣어 만듭니다."
          />
        )}
        <ul aria-label="만든 명단">
          {lists?.map((list) => (
            <li
              key={list.id}
              className="flex items-center gap-3 border-line border-t px-5 py-3.5 first:border-t-0 max-md:px-4"
            >
              <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                <bdi className="font-semibold">{list.name}</bdi>{' '}
                <span className="text-ink-3">{list.count.toLocaleString('ko-KR')}명</span>
              </p>
              <Button size="sm" onClick={() => setEdited(list)}>
                수정
              </Button>
              <RemoveButton list={list} />
            </li>
          ))}
        </ul>
      </div>
      {edited && (
        <ListDialog list={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Card>
  );
}

function RemoveButton({ list }: { list: MemberList }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api('DELETE /api/admin/member-lists/:id', { params: { id: list.id } }),
    onSuccess: ({ message }) => {
      toast.success(message);
      return client.invalidateQueries({ queryKey: scheduledNoticeKeys.audiences });
    },
    onError: (error) => toast.error(messageOf(error, '명단을 삭제하지 못했습니다.')),
  });
  const onRemove = async () => {
    const isSure = await confirmDialog({
      title: `명단 ‘${list.name}’을(를) 삭제할까요?`,
      body: '이미 올린 공지는 그대로 남습니다.',
      confirmLabel: '삭제',
      danger: true,
    });
    if (isSure) remove.mutate();
  };
  return (
    <Button size="sm" variant="danger-ghost" pending={remove.isPending} onClick={onRemove}>
      삭제
    </Button>
  );
}

/** Makes a list, or changes one. */
function ListDialog({ list, onClose }: { list: MemberList | null; onClose: () => void }) {
  const client = useQueryClient();
  const [unknown, setUnknown] = useState<SavedList | null>(null);
  const [removed, setRemoved] = useState<readonly number[]>([]);
  const initial = { name: list?.name ?? '', people: '' };
  const form = useSchemaForm(memberListForm, initial, {
    draft: `member-list-${list?.id ?? 'new'}`,
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.submit(
    async (values) => {
      const body = { ...values, confirmed: unknown !== null };
      const result =
        list === null
          ? await api('POST /api/admin/member-lists', { body })
          : await api('PUT /api/admin/member-lists/:id', {
              params: { id: list.id },
              body: { ...body, removed: [...removed] },
            });
      if (!result.saved) {
        setUnknown(result);
        return false;
      }
      await client.invalidateQueries({ queryKey: scheduledNoticeKeys.audiences });
      toast.success('명단을 저장했습니다.');
      onClose();
      return true;
    },
    { title: '명단을 저장하지 못했습니다.', text: TRY_LATER },
  );
  const people = form.register('people');
  return (
    <Dialog
      open
      size="sm"
      title={list === null ? '명단 만들기' : '명단 수정'}
      dismissable={!isSubmitting}
      onClose={onClose}
      footer={
        <DialogButtons
          confirmLabel={unknown === null ? '저장' : '검색한 회원만 저장'}
          onConfirm={submit}
          onCancel={form.cancel(onClose)}
          pending={isSubmitting}
        />
      }
    >
      <div className="grid gap-4">
        <Field label="이름" required error={errors.name?.message}>
          <TextInput {...form.register('name')} data-autofocus />
        </Field>
        <Field
          label={list === null ? '회원' : '더할 회원'}
          hint="한 줄에 한 명씩 학번(교번)이나 이메일을 붙여 넣습니다. 표의 줄을 그대로 넣어도 됩니다."
          error={errors.people?.message}
        >
          <TextArea
            rows={6}
            {...form.area('people')}
            onChange={(event) => {
              setUnknown(null);
              return people.onChange(event);
            }}
          />
        </Field>
        {unknown && <Unknown result={unknown} />}
        {list && <Members list={list} removed={removed} onRemoved={setRemoved} />}
        <FormAlert problem={form.problem} />
      </div>
    </Dialog>
  );
}

function Unknown({ result }: { result: SavedList }) {
  return (
    <div role="alert" className="rounded-ctl bg-gold-weak px-3.5 py-3 text-sm">
      <p className="font-semibold">
        {result.found.toLocaleString('ko-KR')}명을 찾았고, 다음 줄은 저장하지 않습니다.
      </p>
      <ul className="mt-1 grid max-h-40 gap-0.5 overflow-y-auto">
        {result.errors.map(({ line, message }) => (
          <li key={line}>
            <span className="tabular-nums">{line}</span>번째 줄: {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

type MembersProps = {
  list: MemberList;
  removed: readonly number[];
  onRemoved: (ids: readonly number[]) => void;
};

/** Who is on the list; those unchecked are taken off. */
function Members({ list, removed, onRemoved }: MembersProps) {
  const query = useQuery({
    queryKey: scheduledNoticeKeys.listMembers(list.id),
    queryFn: ({ signal }) =>
      api('GET /api/admin/member-lists/:id', { params: { id: list.id }, signal }),
    staleTime: 0,
  });
  if (!query.data) {
    return <LoadState query={query} failed="명단의 회원을 불러오지 못했습니다." rows={2} />;
  }
  const { members } = query.data;
  if (members.length === 0) return null;
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-ink-2 text-md">
        명단의 회원 {members.length}명
      </legend>
      <div className="grid max-h-40 gap-1 overflow-y-auto">
        {members.map(({ id, nickname }) => (
          <Checkbox
            key={id}
            label={nickname}
            checked={!removed.includes(id)}
            onChange={() =>
              onRemoved(
                removed.includes(id) ? removed.filter((other) => other !== id) : [...removed, id],
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

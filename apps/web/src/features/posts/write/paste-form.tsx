import type { Board } from '@naru/contract/boards';
import { ERRORS } from '@naru/contract/errors';
import { LIMITS } from '@naru/contract/limits';
import { withParticles } from '@naru/contract/particles';
import { sourceField } from '@naru/contract/pasted-notices';
import type { PostDetail } from '@naru/contract/posts';
import { TEXTS } from '@naru/contract/texts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useAttachments } from '../../../entities/attachments/use-attachments.ts';
import { OwnPost } from '../../../entities/writing/own-post.tsx';
import { WritingForm } from '../../../entities/writing/writing-form.tsx';
import { api } from '../../../lib/api/api.ts';
import { Field } from '../../../ui/field.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { isPasted } from '../pasted.ts';
import { editablePostQuery } from '../posts.queries.ts';

type PasteFormProps = {
  board: Board;
  memberId: number;
  /** Undefined for a new notice. */
  post?: Pick<PostDetail, 'id' | 'title' | 'content' | 'targetUrl' | 'attachments'>;
  onSaved: () => void;
  onCancel: () => void;
};

/** Copies a notice of the school or department site: its address, its title and its text. */
export function PasteForm({ board, memberId, post, onSaved, onCancel }: PasteFormProps) {
  const client = useQueryClient();
  const postId = post?.id ?? null;
  const attachments = useAttachments(post?.attachments ?? []);
  const [address, setAddress] = useState(post?.targetUrl ?? '');
  const [error, setError] = useState<string | undefined>();
  const check = () => {
    const found = z.safeParse(sourceField, address).error?.issues[0]?.message;
    setError(found);
    return found === undefined;
  };
  return (
    <WritingForm
      isNew={post === undefined}
      draftKeys={[{ memberId, boardType: board.type, postId }]}
      initial={{ title: post?.title ?? '', html: post?.content ?? '' }}
      texts={{ required: TEXTS.postRequired, unknownFailure: '서버 에러 발생' }}
      attachments={attachments}
      choices={address}
      onRestoreChoices={setAddress}
      isTouched={address !== (post?.targetUrl ?? '')}
      onCheck={check}
      head={
        <>
          <p className="text-ink-2 text-md">
            {board.sourceName}에 올라온 공지의 주소를 적고, 제목과 내용을 복사해 붙여 주세요.
            작성자는 {withParticles(`‘${board.sourceName}’으로(로)`)} 보이고, 누가{' '}
            {post === undefined ? '옮겼는지는' : '수정했는지는'} 감사 기록에 남습니다.
          </p>
          <p className="flex items-start gap-2 text-md">
            <BellRing size={17} className="mt-[0.2em] shrink-0 text-sea" />
            <span>
              {post === undefined
                ? '올리면 ‘새 공지사항’ 알림을 끄지 않은 모든 회원에게 학년과 관계없이 알림이 갑니다.'
                : '이미 보낸 알림은 다시 보내지 않습니다. 알림에는 고친 제목이 보입니다.'}
            </span>
          </p>
          <Field
            label="원문 주소"
            required
            hint="글 아래에 원문으로 가는 링크가 보입니다."
            error={error}
          >
            <TextInput
              inputMode="url"
              placeholder="https://"
              maxLength={LIMITS.linkMax}
              value={address}
              onText={(text) => {
                setAddress(text);
                setError(undefined);
              }}
            />
          </Field>
        </>
      }
      save={async (writing) => {
        const body = { boardType: board.type, ...writing, targetUrl: address };
        const { id } =
          postId === null
            ? await api('POST /api/admin/notices', { body })
            : await api('PUT /api/admin/notices/:id', { params: { id: postId }, body });
        return id;
      }}
      onSaved={() => {
        void client.invalidateQueries();
        onSaved();
      }}
      onCancel={onCancel}
    />
  );
}

/** Loads a copied notice into the form; `postId` comes unchecked from the address. */
export function PasteLoader({
  postId,
  ...form
}: Omit<PasteFormProps, 'post'> & { postId: string }) {
  const id = Number(postId);
  const isId = Number.isSafeInteger(id) && id > 0;
  const query = useQuery({ ...editablePostQuery(id), enabled: isId });
  if (!isId) return <EmptyState title={ERRORS.POST_NOT_FOUND.message} />;
  const isHere = (post: PostDetail) => post.boardType === form.board.type;
  return (
    <OwnPost query={query} isHere={isHere} mayEdit={isPasted}>
      {(post) => <PasteForm {...form} post={post} />}
    </OwnPost>
  );
}

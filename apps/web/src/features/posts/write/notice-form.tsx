import type { Board } from '@naru/contract/boards';
import type { Head } from '@naru/contract/heads';
import { TEXTS } from '@naru/contract/texts';
import { useQueryClient } from '@tanstack/react-query';
import { type KnownFile, useAttachments } from '../../../entities/attachments/use-attachments.ts';
import { type Writing, WritingForm } from '../../../entities/writing/writing-form.tsx';
import { api } from '../../../lib/api/api.ts';
import { savePost } from '../save-post.ts';
import { HeadField } from './head-field.tsx';
import { NoticeFields } from './notice-fields.tsx';
import { PollField } from './poll-field.tsx';
import { useHeadChoice } from './use-head-choice.ts';
import { type NoticeChoices, useNoticeOptions } from './use-notice-options.ts';
import { type StoredPoll, splitPollText, textWithPoll, usePollDraft } from './use-poll-draft.ts';

type NoticeFormProps = {
  board: Board;
  memberId: number;
  initial: { title: string; html: string; choices: NoticeChoices; files: readonly KnownFile[] };
  /** Null for a new notice. */
  postId: number | null;
  poll?: StoredPoll | undefined;
  head?: Head | undefined;
  /** Set for a scheduled notice, with the version that is edited. */
  scheduled?: { id: number; version: string };
  onSaved: () => void;
  /** The notice appears later. */
  onScheduled: () => void;
  onCancel: () => void;
};

/** Writes, schedules or edits a notice: a post with an audience and a time. */
export function NoticeForm(props: NoticeFormProps) {
  const { board, memberId, initial, postId, scheduled, onSaved, onScheduled, onCancel } = props;
  const client = useQueryClient();
  const options = useNoticeOptions(initial.choices);
  const poll = usePollDraft(props.poll, board.anonymous);
  const head = useHeadChoice(board, props.head);
  const attachments = useAttachments(initial.files);
  const { schedule } = options;
  const isNew = postId === null && scheduled === undefined;
  const state = postId !== null ? 'published' : scheduled ? 'scheduled' : 'new';

  async function save(writing: Writing): Promise<number> {
    const text = { boardType: board.type, ...writing, ...options.ofPost };
    const post = { ...text, ...head.ofPost, ...poll.ofPost };
    if (schedule === null) return savePost(postId, post);
    if (scheduled === undefined) {
      const body = { post, ...schedule };
      return (await api('POST /api/admin/scheduled-notices', { body })).id;
    }
    const { id, version } = scheduled;
    const body = { post, ...schedule, version };
    return (await api('PUT /api/admin/scheduled-notices/:id', { params: { id }, body })).id;
  }

  const draft = scheduled ? `SCHEDULED-${scheduled.id}` : board.type;
  return (
    <WritingForm
      isNew={isNew}
      draftKeys={[{ memberId, boardType: draft, postId }]}
      initial={{ title: initial.title, html: initial.html }}
      texts={{ required: TEXTS.postRequired, unknownFailure: '서버 에러 발생' }}
      attachments={attachments}
      titleHint={isNew ? prefixHint(board) : undefined}
      onTitle={options.setTitle}
      head={<HeadField choice={head} />}
      choices={head.textWith(textWithPoll(options.text, poll.draft))}
      onRestoreChoices={(text) => {
        const { poll: typed, rest } = splitPollText(head.restore(text));
        poll.set(typed);
        options.restore(rest);
      }}
      isTouched={options.isTouched || poll.isTouched || head.isTouched}
      onCheck={() => [head.check(), options.check(), poll.check()].every(Boolean)}
      submitLabel={schedule && isNew ? '예약' : undefined}
      doneText={schedule ? doneText(isNew) : undefined}
      save={(writing) => head.sending(() => save(writing))}
      onSaved={() => {
        void client.invalidateQueries();
        if (schedule) onScheduled();
        else onSaved();
      }}
      onCancel={onCancel}
      foot={
        <>
          <PollField poll={poll} />
          <NoticeFields board={board} state={state} options={options} />
        </>
      }
    />
  );
}

function doneText(isNew: boolean): string {
  return isNew ? '공지를 예약했습니다.' : '예약을 수정했습니다.';
}

function prefixHint({ titlePrefix }: Board): string | undefined {
  if (titlePrefix === null) return undefined;
  return `제목이 ${titlePrefix}이나 <4학년> 같은 학년으로 시작하지 않으면 아래에서 고른 학년이 앞에 붙습니다.`;
}

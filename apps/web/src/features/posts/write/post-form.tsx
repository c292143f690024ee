import type { Board } from '@naru/contract/boards';
import { ERRORS } from '@naru/contract/errors';
import type { PostDetail } from '@naru/contract/posts';
import { TEXTS } from '@naru/contract/texts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAttachments } from '../../../entities/attachments/use-attachments.ts';
import { OwnPost } from '../../../entities/writing/own-post.tsx';
import { WritingForm } from '../../../entities/writing/writing-form.tsx';
import { toLocalTime } from '../../../lib/format/dates.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { editablePostQuery } from '../posts.queries.ts';
import { savePost } from '../save-post.ts';
import { HeadField } from './head-field.tsx';
import { LecturePicker } from './lecture-picker.tsx';
import { NoticeForm } from './notice-form.tsx';
import { PollField } from './poll-field.tsx';
import { SimilarQuestions } from './similar-questions.tsx';
import { TeamFields } from './team-fields.tsx';
import { useAnonymity } from './use-anonymity.tsx';
import { useHeadChoice } from './use-head-choice.ts';
import { useLectureChoice } from './use-lecture-choice.ts';
import { NO_CHOICES } from './use-notice-options.ts';
import { splitPollText, textWithPoll, usePollDraft } from './use-poll-draft.ts';
import { useTeamDraft } from './use-team-draft.ts';

type PostFormProps = {
  board: Board;
  memberId: number;
  /** Undefined for a new post. */
  post?: Pick<
    PostDetail,
    | 'id'
    | 'anonymous'
    | 'title'
    | 'content'
    | 'attachments'
    | 'years'
    | 'groups'
    | 'expiresAt'
    | 'lectureTag'
    | 'head'
    | 'mustReadState'
    | 'poll'
    | 'team'
  >;
  onSaved: () => void;
  /** A notice was scheduled. */
  onScheduled: () => void;
  onCancel: () => void;
};

export function PostForm({ post, ...form }: PostFormProps) {
  if (form.board.group !== 'notice') return <PlainForm post={post} {...form} />;
  const initial = {
    title: post?.title ?? '',
    html: post?.content ?? '',
    files: post?.attachments ?? [],
    choices: {
      ...NO_CHOICES,
      years: post?.years ?? [],
      groups: post?.groups ?? [],
      expiresAt: post?.expiresAt ? toLocalTime(post.expiresAt) : '',
      mustRead: post?.mustReadState !== undefined,
      dueOn: post?.mustReadState?.dueOn ?? '',
    },
  };
  const stored = { postId: post?.id ?? null, poll: post?.poll, head: post?.head };
  return <NoticeForm {...form} initial={initial} {...stored} />;
}

type PlainFormProps = Omit<PostFormProps, 'post' | 'onScheduled'> & {
  post: PostFormProps['post'] | undefined;
};

function PlainForm({ board, memberId, post, onSaved, onCancel }: PlainFormProps) {
  const client = useQueryClient();
  const postId = post?.id ?? null;
  const attachments = useAttachments(post?.attachments ?? []);
  const { lecture, ...choice } = useLectureChoice(post?.lectureTag ?? null);
  const isQuestion = board.acceptsAnswers && post === undefined;
  const [title, setTitle] = useState('');
  const anonymity = useAnonymity(board, memberId, post);
  const poll = usePollDraft(post?.poll, anonymity.isAnonymous);
  const head = useHeadChoice(board, post?.head);
  const team = useTeamDraft(board, post?.team);
  return (
    <WritingForm
      isNew={post === undefined}
      {...(isQuestion && { onTitle: setTitle, belowTitle: <SimilarQuestions title={title} /> })}
      draftKeys={anonymity.draftKeys}
      staysHere={anonymity.staysHere}
      movesHere={anonymity.movesHere}
      initial={{ title: post?.title ?? '', html: post?.content ?? '' }}
      texts={{ required: TEXTS.postRequired, unknownFailure: '서버 에러 발생' }}
      attachments={anonymity.hasFiles ? attachments : null}
      head={
        <>
          {team.isOffered && <TeamFields team={team} />}
          {board.tagsLecture && <LecturePicker lecture={lecture} onLecture={choice.choose} />}
          <HeadField choice={head} />
          {anonymity.box}
        </>
      }
      foot={<PollField poll={poll} />}
      choices={anonymity.mark(
        head.textWith(textWithPoll(board.tagsLecture ? choice.text : team.text, poll.draft)),
      )}
      onRestoreChoices={(text) => {
        const { poll: typed, rest } = splitPollText(head.restore(anonymity.restore(text)));
        poll.set(typed);
        if (board.tagsLecture) choice.restore(rest);
        else team.restore(rest);
      }}
      isTouched={[poll, choice, head, anonymity, team].some(({ isTouched }) => isTouched)}
      onCheck={() => [head.check(), team.check(), poll.check()].every(Boolean)}
      save={(writing) =>
        head.sending(() =>
          savePost(postId, {
            boardType: board.type,
            ...writing,
            ...(board.tagsLecture && { lectureTagId: lecture?.id ?? null }),
            ...head.ofPost,
            ...team.ofPost,
            ...poll.ofPost,
            ...anonymity.ofPost,
          }),
        )
      }
      onSaved={() => {
        void client.invalidateQueries();
        onSaved();
      }}
      onCancel={onCancel}
    />
  );
}

/** Loads the member's own post into the form; `postId` comes unchecked from the address. */
export function EditLoader({ postId, ...form }: Omit<PostFormProps, 'post'> & { postId: string }) {
  const id = Number(postId);
  const isId = Number.isSafeInteger(id) && id > 0;
  const query = useQuery({ ...editablePostQuery(id), enabled: isId });
  if (!isId) return <EmptyState title={ERRORS.POST_NOT_FOUND.message} />;
  return (
    <OwnPost query={query} isHere={(post) => post.boardType === form.board.type}>
      {(post) => <PostForm {...form} post={post} />}
    </OwnPost>
  );
}

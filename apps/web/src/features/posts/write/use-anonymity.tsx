import { type Board, takesFiles } from '@naru/contract/boards';
import type { PostDetail } from '@naru/contract/posts';
import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { isAnonymousPost } from '../../../entities/posts/post-author.tsx';
import { useSiteConfig } from '../../../entities/settings/site-config.ts';
import { AnonymousBox } from '../../../entities/writing/anonymous-box.tsx';
import { ANONYMOUS_DRAFTS, type DraftKey } from '../../../lib/draft.ts';

const markedSchema = z.object({ anonymous: z.literal(true), rest: z.string() });

const HINTS = {
  offered:
    '운영진에게도 이름이 보이지 않으며, 관리자 두 명이 함께 승인할 때만 확인할 수 있습니다. 댓글도 모두 익명이고, 파일은 첨부할 수 없으며, 쓰던 글은 이 기기에만 임시 저장됩니다.',
  withdrawn:
    '지금은 이 게시판에서 익명으로 올릴 수 없습니다. 이름으로 올리려면 체크를 풀어 주세요.',
  settled: '등록한 글의 익명 여부는 바꿀 수 없습니다.',
};

type Post = Pick<PostDetail, 'id' | 'anonymous'>;

/**
 * Whether the author of a post that is written is hidden: as stored, always on an anonymous board, or by choice
 * where it is allowed. A tick is never taken back by a draft or by a setting that changes meanwhile.
 */
export function useAnonymity(board: Board, memberId: number, post: Post | undefined) {
  const { data: config } = useSiteConfig();
  const [isTicked, setTicked] = useState(false);
  const isNew = post === undefined;
  // A page of an older version has no such list.
  const isAllowed = config?.anonymousBoards?.includes(board.type) === true;
  const isChosen = isNew && board.allowsAnonymous && isTicked;
  const isAnonymous = isNew
    ? board.anonymous || isChosen
    : isAnonymousPost({ ...post, boardType: board.type });
  const isSettled = !isNew && isAnonymous && !board.anonymous;
  const named: DraftKey = { memberId, boardType: board.type, postId: post?.id ?? null };
  // The keys that a log-out clears.
  const secret = { ...named, boardType: `${ANONYMOUS_DRAFTS}-${board.type}` };
  const mayChoose = isNew && board.allowsAnonymous;

  function renderBox(): ReactNode {
    if (!isSettled && !(mayChoose && (isAllowed || isTicked))) return null;
    const hint = isSettled ? 'settled' : isAllowed ? 'offered' : 'withdrawn';
    return (
      <AnonymousBox
        label="익명으로 쓰기"
        hint={HINTS[hint]}
        isTicked={isSettled || isTicked}
        isSettled={isSettled}
        onTick={setTicked}
      />
    );
  }

  return {
    isAnonymous,
    hasFiles: takesFiles(board) && !isAnonymous,
    isTouched: isChosen,
    box: renderBox(),
    /** Of the post that is sent. */
    ofPost: isChosen ? { anonymous: true } : {},
    draftKeys: keysOf(),
    /** For `WritingForm`: also before it is known whether the choice is offered. */
    staysHere: mayChoose && (isTicked || isAllowed || config === undefined),
    movesHere: mayChoose && isAllowed,
    /** The other choices of the form with this one, for the draft. */
    mark: (rest: string) => (isChosen ? JSON.stringify({ anonymous: true, rest }) : rest),
    /** Reads what `mark` made; returns the other choices. */
    restore(text: string): string {
      const marked = readMarked(text);
      if (marked === null) return text;
      setTicked(true);
      return marked.rest;
    },
  };

  function keysOf(): readonly [DraftKey, ...DraftKey[]] {
    if (board.anonymous || !board.allowsAnonymous) return [named];
    if (!isNew) return [isAnonymous ? secret : named];
    return isAnonymous ? [secret, named] : [named, secret];
  }
}

function readMarked(text: string) {
  try {
    return z.safeParse(markedSchema, JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

import { isLectureBoard, LECTURE_BOARDS } from '@naru/contract/boards';
import type { Db } from '../../db/client.ts';
import type { DomainEventHub } from '../../platform/domain-events.ts';
import type { Live } from '../../platform/live/live.ts';
import type { createAudience } from './notices.audience.ts';
import type { NoticesService } from './notices.service.ts';
import { findPostSource, findRoomSource, type PostSource } from './notices.sources.repo.ts';
import { NOTICE_TEXTS, postUrl } from './notices.texts.ts';

interface Deps {
  db: Db;
  live: Live;
  on: DomainEventHub['on'];
  audience: ReturnType<typeof createAudience>;
  notices: Pick<NoticesService, 'tellEverybody'>;
}

interface Room {
  title: string;
  professorId: number | null;
}

/** What members are told of lecture rooms, besides comments and likes. */
export function listenForRooms({ db, live, on, audience, notices }: Deps): void {
  on('question-answered', async ({ postId, actorId }) => {
    const post = await findPostSource(db, postId);
    if (post === null) return;
    const subject = await audience.subjectOf(db, post, actorId);
    await live.transaction(async (tx, emit) => {
      await audience.tellAbout(tx, emit, {
        to: [post.author],
        post,
        actorId,
        type: 'other',
        subType: 'answer',
        content: NOTICE_TEXTS.answered(subject),
        targetUrl: postUrl(post),
        groupKey: `answer ${postId}`,
      });
      await audience.refreshPages(tx, emit, { post, actorId });
    });
  });

  on('lecture-post-created', async ({ postId, actorId }) => {
    const post = await findPostSource(db, postId);
    const room = post?.lectureId ? await findRoomSource(db, post.lectureId) : null;
    if (post === null || room === null || !isLectureBoard(post.boardType)) return;
    const board = LECTURE_BOARDS[post.boardType];
    if (board.answeredByProfessor) await tellProfessor(post, room, actorId);
    if (board.isNotice) await tellMembers(post, room, actorId);
  });

  async function tellProfessor(post: PostSource, room: Room, actorId: number): Promise<void> {
    const { professorId } = room;
    if (professorId === null) return;
    await live.transaction((tx, emit) =>
      audience.tellAbout(tx, emit, {
        to: [{ authorId: professorId, authorSeal: null }],
        post,
        actorId,
        type: 'other',
        subType: 'question',
        content: NOTICE_TEXTS.roomQuestion(room.title, post.title),
        targetUrl: postUrl(post),
        groupKey: `post ${post.id}`,
      }),
    );
  }

  async function tellMembers(post: PostSource, room: Room, actorId: number): Promise<void> {
    await notices.tellEverybody({
      except: actorId,
      lectureId: post.lectureId,
      type: 'notice',
      content: NOTICE_TEXTS.roomNotice(room.title, post.title),
      targetUrl: postUrl(post),
      groupKey: `post ${post.id}`,
    });
  }
}

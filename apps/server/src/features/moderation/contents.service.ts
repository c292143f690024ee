import type { ReportTarget } from '@naru/contract/choices';
import type { ReportTargetView } from '@naru/contract/inquiries';
import type { Executor } from '../../db/client.ts';
import { roomViewer, viewerOf } from '../../domain/access/room-access.ts';
import { listCourseReviews } from '../../domain/course-reviews/course-reviews.repo.ts';
import type { ContentKey } from '../../domain/posts/blinds.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tools } from '../tools.ts';
import {
  presentContent,
  presentCourseReview,
  presentErased,
  presentPerson,
  presentReportedMessage,
} from './contents.present.ts';
import { isOpenPost, isWrittenBy, listComments, listPeople, listPosts } from './contents.repo.ts';
import { listSenders } from './reported-messages.repo.ts';

interface ContentRef {
  type: ReportTarget;
  id: number;
}

export type Contents = ReturnType<typeof createContents>;

/** The targets of reports and reveals as staff may see them. */
export function createContents({ seal }: Pick<Tools, 'seal'>) {
  return {
    describe,

    /** Whether the actor wrote it, with or without a name: nobody decides about the own content. */
    isOwn: (db: Executor, actor: Actor, content: ContentKey): Promise<boolean> =>
      isWrittenBy(db, content, viewerOf(seal, actor)),

    /**
     * False for deleted content, withdrawn members, and content of rooms that the actor may not enter:
     * who cannot read it must neither learn of it nor hide it.
     */
    async isReportable(db: Executor, actor: Actor, ref: ContentRef): Promise<boolean> {
      const [view] = await describe(db, [ref]);
      if (view?.deleted !== false) return false;
      return view.postId === null || isOpenPost(db, roomViewer(actor), view.postId);
    },
  };
}

/** Returns a view of each ref in their order, with a statement for each type among them. */
async function describe(db: Executor, refs: readonly ContentRef[]): Promise<ReportTargetView[]> {
  const idsOf = (type: ReportTarget) => refs.filter((ref) => ref.type === type).map(({ id }) => id);
  const posts = await listPosts(db, idsOf('POST'));
  const comments = await listComments(db, idsOf('COMMENT'));
  const reviews = await listCourseReviews(db, idsOf('COURSE_REVIEW'));
  const people = await listPeople(db, idsOf('MEMBER'));
  const senders = await listSenders(db, idsOf('MESSAGE'));
  const views = [
    ...posts.map((row) => presentContent('POST', row)),
    ...comments.map((row) => presentContent('COMMENT', row)),
    ...reviews.map(presentCourseReview),
    ...people.map(presentPerson),
    ...senders.map(presentReportedMessage),
  ];
  return refs.map(
    ({ type, id }) =>
      views.find((view) => view.type === type && view.id === id) ?? presentErased(type, id),
  );
}

import type { ReportTargetView } from '@naru/contract/inquiries';
import type { Executor } from '../../db/client.ts';
import { presentContent, presentErased, presentPerson } from './contents.present.ts';
import {
  type ContentRef,
  existsContent,
  listComments,
  listPeople,
  listPosts,
} from './contents.repo.ts';

export type Contents = ReturnType<typeof createContents>;

/** The targets of reports and reveals as staff may see them. */
export function createContents() {
  return {
    exists: existsContent,

    /** Returns a view of each ref in their order, with three statements. */
    async describe(db: Executor, refs: readonly ContentRef[]): Promise<ReportTargetView[]> {
      const idsOf = (type: ContentRef['type']) =>
        refs.filter((ref) => ref.type === type).map(({ id }) => id);
      const posts = await listPosts(db, idsOf('POST'));
      const comments = await listComments(db, idsOf('COMMENT'));
      const people = await listPeople(db, idsOf('MEMBER'));
      const views = new Map(
        [
          ...posts.map((row) => presentContent('POST', row)),
          ...comments.map((row) => presentContent('COMMENT', row)),
          ...people.map(presentPerson),
        ].map((view) => [keyOf(view), view]),
      );
      return refs.map((ref) => views.get(keyOf(ref)) ?? presentErased(ref.type, ref.id));
    },
  };
}

function keyOf({ type, id }: ContentRef): string {
  return `${type} ${id}`;
}

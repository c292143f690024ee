import { createLectureAnswers } from './lecture-posts.answers.ts';
import { createLectureReads } from './lecture-posts.read.ts';
import { createLectureWriting } from './lecture-posts.write.ts';

type Deps = Parameters<typeof createLectureReads>[0] &
  Parameters<typeof createLectureWriting>[0] &
  Parameters<typeof createLectureAnswers>[0];

export type LecturePostsService = ReturnType<typeof createLecturePostsService>;

/** Posts of lecture rooms; comments, likes and deletion are shared with board posts. */
export function createLecturePostsService(deps: Deps) {
  return {
    ...createLectureReads(deps),
    ...createLectureWriting(deps),
    ...createLectureAnswers(deps),
  };
}

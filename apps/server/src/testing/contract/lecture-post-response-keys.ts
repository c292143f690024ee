import { prefixKeys } from './prefix-keys.ts';

const ITEM = [
  'anonymous',
  'answerDate',
  'answered',
  'attachmentCount',
  'boardType',
  'commentCount',
  'createdDate',
  'id',
  'isAuthor',
  'lecturePostType',
  'lectureRoomId',
  'lectureTitle',
  'likeCount',
  'title',
  'updatedDate',
  'viewCount',
  'writerId',
  'writerNickname',
  'writerProfileThumbnails',
  'writerRoles',
];
const DETAIL = [
  ...ITEM,
  'answer',
  'answerUpdatedDate',
  'answerWriter',
  'attachments',
  'canAnswer',
  'content',
  'imageUrls',
  'pictures',
  'isLike',
  'isScrapped',
];
const ANSWER_WRITER = ['id', 'nickname', 'profileThumbnails', 'roles'];
const PAGE = ['currentPage', 'posts', 'totalCount', 'totalPages'];

export const lecturePostResponseKeys = (
  comment: readonly string[],
): Record<string, readonly string[]> => ({
  'GET /api/lecture-room/posts': [
    ...PAGE.map((key) => (key === 'posts' ? 'data' : key)),
    ...prefixKeys('data[].', [...ITEM, 'content']),
  ],
  'GET /api/lecture-room/waiting': [...PAGE, ...prefixKeys('posts[].', [...ITEM, 'waitingDays'])],
  'GET /api/post/:lectureId/:postId': [
    ...DETAIL,
    ...prefixKeys('attachments[].', ['bytes', 'contentType', 'key', 'name', 'url']),
  ],
  'POST /api/post/lecture-post-up': ['id', 'lectureId', 'message'],
  'PUT /api/post/lecture-post-up/:postId': ['id', 'lectureId', 'message'],
  'GET /api/post/lecture/:postId/comments': [
    'commentCount',
    'comments',
    'currentPage',
    'next',
    'totalPages',
    ...prefixKeys('comments[].', comment),
  ],
  'POST /api/lecture-room/:postId/comments': [
    'comment',
    'commentCount',
    ...prefixKeys('comment.', comment),
  ],
  'PUT /api/lecture-room/:lectureId/posts/:postId/answer': [
    'dto',
    'message',
    ...prefixKeys('dto.', DETAIL),
    ...prefixKeys('dto.answerWriter.', ANSWER_WRITER),
  ],
  'DELETE /api/lecture-room/:lectureId/posts/:postId/answer': ['message'],
  'GET /api/attachments/presign': ['key', 'storeUrl', 'uploadUrl'],
});

const TAKEN = ['lectureId', 'professorName', 'semester', 'title', 'year'];
const OWN = [...TAKEN, 'content', 'exams', 'grading', 'handled', 'stars', 'workload'];
const SUMS = ['average', 'count', 'exams', 'grading', 'stars', 'workload'];

/** Reviews of courses. */
export const COURSE_REVIEW_RESPONSE_KEYS: Record<string, readonly string[]> = {
  'GET /api/lecture-room/:lectureId/reviews': [
    'currentPage',
    'isOpen',
    'mine',
    'missing',
    'obstacle',
    'professorName',
    'sums',
    'terms',
    'texts',
    'title',
    'totalCount',
    'totalPages',
    ...prefixKeys('mine.', OWN),
    ...prefixKeys('sums.', SUMS),
    ...prefixKeys('terms[].', [...SUMS, 'semester', 'year']),
    ...prefixKeys('texts[].', ['content', 'id', 'isMine', 'term', 'term.semester', 'term.year']),
  ],
  'PUT /api/lecture-room/:lectureId/reviews': ['message', 'review', ...prefixKeys('review.', OWN)],
  'DELETE /api/lecture-room/:lectureId/reviews': ['message'],
  'GET /api/course-reviews/stars': [
    'courses',
    ...prefixKeys('courses[].', ['average', 'count', 'lectureId']),
  ],
  'GET /api/course-reviews/mine': [
    'reviews',
    'waiting',
    ...prefixKeys('reviews[].', [...OWN, 'obstacle']),
    ...prefixKeys('waiting[].', TAKEN),
  ],
};

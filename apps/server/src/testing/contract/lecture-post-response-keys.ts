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
  'isLike',
  'isScrapped',
];
const ANSWER_WRITER = ['id', 'nickname', 'profileThumbnails', 'roles'];
const PAGE = ['currentPage', 'posts', 'totalCount', 'totalPages'];

const within = (path: string, names: readonly string[]) => names.map((name) => `${path}${name}`);

export const lecturePostResponseKeys = (
  comment: readonly string[],
): Record<string, readonly string[]> => ({
  'GET /api/lecture-room/posts': [...PAGE, ...within('posts[].', ITEM)],
  'GET /api/lecture-room/waiting': [...PAGE, ...within('posts[].', [...ITEM, 'waitingDays'])],
  'GET /api/post/:lectureId/:postId': [
    'dto',
    ...within('dto.', DETAIL),
    ...within('dto.attachments[].', ['bytes', 'contentType', 'key', 'name', 'url']),
  ],
  'POST /api/post/lecture-post-up': ['id', 'lectureId', 'message'],
  'PUT /api/post/lecture-post-up/:postId': ['id', 'lectureId', 'message'],
  'GET /api/post/lecture/:postId/comments': [
    'commentCount',
    'comments',
    'currentPage',
    'totalPages',
    ...within('comments[].', comment),
  ],
  'POST /api/lecture-room/:postId/comments': [
    'comment',
    'commentCount',
    ...within('comment.', comment),
  ],
  'PUT /api/lecture-room/:lectureId/posts/:postId/answer': [
    'dto',
    'message',
    ...within('dto.', DETAIL),
    ...within('dto.answerWriter.', ANSWER_WRITER),
  ],
  'DELETE /api/lecture-room/:lectureId/posts/:postId/answer': ['message'],
  'GET /api/lecture-room/attachment-presign': ['key', 'uploadUrl'],
});

/**
 * Inputs that cost most when all were measured: turns of 22 ms and more, responses of 200 KB, 40 statements.
 * `npm test` sends them again and counts bytes and statements; `npm run bench -- costs` measures all inputs,
 * and fails when one that belongs here is missing.
 */
export const EXPENSIVE: readonly (readonly [call: string, input: string])[] = [
  ['GET /api/member/export', 'the longest lists'],
  ['DELETE /api/member/me', 'the longest lists'],
  ['GET /api/mail/messages/:roomId', 'texts of family emoji'],
  ['GET /api/mail/search/:roomId', 'texts of family emoji'],
  ['GET /api/member/follows', 'the longest lists'],
  ['GET /api/post/:id', 'the longest lists'],
  ['POST /api/post/post-up', 'a table of 5,000 cells'],
  ['GET /api/post/scraps', 'texts of syllables in parts'],
  ['GET /api/post/:id/comments', 'texts of markup and quotes'],
  ['GET /api/post/:commentId/replies', 'texts of words of patterns'],
  ['GET /api/post/my-comments', 'texts of words of two letters'],
  ['GET /api/post/:id/must-read/export', 'the longest lists'],
  ['GET /api/lecture-room/list', 'texts of family emoji'],
  ['POST /api/admin/lectures/import', 'a file of 500 lectures'],
  ['GET /api/course-reviews/mine', 'the longest lists'],
  ['GET /api/academic-dates', 'texts of syllables in parts'],
  ['GET /api/admin/academic-dates', 'texts of words of two letters'],
  ['GET /api/inquiries', 'texts of family emoji'],
  ['GET /api/inquiries/my', 'texts of family emoji'],
  ['POST /api/system/notices', 'a table of 5,000 cells'],
  ['GET /api/admin/emails', 'texts of family emoji'],
];

import { prefixKeys } from './prefix-keys.ts';

const inside = (path: string, names: readonly string[]) => [path, ...prefixKeys(`${path}.`, names)];
const listOf = (path: string, names: readonly string[]) => [
  path,
  ...prefixKeys(`${path}[].`, names),
];

const PAGE = inside('page', ['currentPage', 'size', 'totalElements', 'totalPages']);
const INQUIRY = [
  'category',
  'completeDateTime',
  'content',
  'createdAt',
  'granted',
  'id',
  'previousId',
  'reply',
  'responderNickname',
  'state',
  'targetId',
  'targetRole',
  'targetType',
  'title',
  'userId',
  'userName',
];
const DETAIL = [...INQUIRY, 'asker', 'followUps', 'target'];
const ASKER = ['asker.name', 'asker.roles', 'asker.username'];
const FOLLOW_UP = ['authorNickname', 'content', 'createdAt', 'id'];
const USER = [
  'createdDate',
  'email',
  'id',
  'isProvenStudent',
  'mailboxHolder',
  'name',
  'nickname',
  'profileThumbnails',
  'roles',
  'suspendedReason',
  'suspendedUntil',
  'username',
];
const ENTRY = [
  'action',
  'actorId',
  'actorNickname',
  'address',
  'createdAt',
  'detail',
  'detail[].name',
  'detail[].value',
  'id',
  'reason',
  'targetId',
  'targetLabel',
  'targetType',
];
const REPORT = [
  'content',
  'createdAt',
  'inquiryId',
  'openReports',
  'reporterId',
  'reporterNickname',
  'state',
  'target',
  'title',
];
const TARGET = [
  'blinded',
  'boardType',
  'deleted',
  'excerpt',
  'id',
  'lectureId',
  'postId',
  'title',
  'type',
  'writerId',
  'writerNickname',
];
const REMOVED = [
  'boardType',
  'createdDate',
  'excerpt',
  'id',
  'purgedAt',
  'reason',
  'removedAt',
  'removedByNickname',
  'title',
  'type',
  'writerNickname',
];
const REVEAL = [
  'approverId',
  'approverNickname',
  'authorToldAt',
  'boardType',
  'canDecide',
  'canOpen',
  'createdAt',
  'decidedAt',
  'excerpt',
  'id',
  'lectureId',
  'obstacle',
  'openUntil',
  'postId',
  'reason',
  'requesterId',
  'requesterNickname',
  'state',
  'targetId',
  'targetType',
  'title',
  'withheld',
];
const ANSWERED = ['message', ...inside('inquiry', [...DETAIL, ...ASKER])];
const REVEAL_ANSWER = ['message', ...inside('reveal', REVEAL)];
const USER_ANSWER = ['message', ...inside('user', USER)];

export const STAFF_RESPONSE_KEYS: Record<string, readonly string[]> = {
  'POST /api/inquiry': ['message', ...inside('inquiry', INQUIRY)],
  'GET /api/inquiries': [
    ...listOf('inquiryDtoList', INQUIRY),
    ...PAGE,
    ...inside('counts', ['completed', 'processing']),
  ],
  'GET /api/inquiries/my': [...listOf('inquiryDtoList', INQUIRY), ...PAGE],
  'GET /api/inquiries/:id': DETAIL,
  'POST /api/inquiry/:id/complete': ANSWERED,
  'POST /api/inquiry/:id/follow-up': [
    ...ANSWERED,
    ...prefixKeys('inquiry.followUps[].', FOLLOW_UP),
  ],
  'POST /api/inquiry/:id/grant': ANSWERED,
  'GET /api/admin/search-users': [...listOf('users', USER), ...PAGE],
  'POST /api/admin/grant-role': ['message', 'roles'],
  'DELETE /api/admin/revoke-role': ['message', 'roles'],
  'POST /api/admin/members/:id/suspend': USER_ANSWER,
  'POST /api/admin/members/:id/lift': USER_ANSWER,
  'GET /api/admin/audit': [...listOf('entries', ENTRY), ...PAGE],
  'GET /api/admin/reports': [
    ...listOf('reports', REPORT),
    ...prefixKeys('reports[].target.', TARGET),
    ...PAGE,
  ],
  'GET /api/admin/reports/:id/history': [
    'of',
    'removals',
    'reports',
    'suspensions',
    ...listOf('entries', ['at', 'kind', 'reason', 'title']),
  ],
  'POST /api/admin/reports/:id/decide': ['closed', 'message'],
  'GET /api/admin/work': listOf('items', ['count', 'kind', 'since']),
  'GET /api/member/work-emails': ['emails'],
  'PUT /api/member/work-emails': ['emails'],
  'GET /api/admin/removed': [...listOf('items', REMOVED), ...PAGE],
  'GET /api/admin/removed/:type/:id': [...REMOVED, 'content', 'imageUrls', 'restorable'],
  'POST /api/admin/removed/:type/:id/restore': ['message'],
  'POST /api/admin/reveals': REVEAL_ANSWER,
  'GET /api/admin/reveals': [...listOf('reveals', REVEAL), ...PAGE],
  'GET /api/admin/reveals/readiness': ['obstacle'],
  'GET /api/admin/reveals/:id': [...REVEAL, 'identity'],
  'POST /api/admin/reveals/:id/approve': REVEAL_ANSWER,
  'POST /api/admin/reveals/:id/reject': REVEAL_ANSWER,
};

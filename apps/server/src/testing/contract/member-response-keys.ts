import { prefixKeys, READING } from './prefix-keys.ts';

const CHOICES = [
  'choices',
  ...['comment', 'friend', 'like', 'notice', 'other'].map((kind) => `choices.${kind}`),
];

const PUSH_CHOICES = [
  'choices',
  'choices.kinds',
  ...['chat', 'comment', 'friend', 'like', 'notice', 'other'].map(
    (kind) => `choices.kinds.${kind}`,
  ),
  'choices.preview',
  'choices.quiet',
];

export const ACCOUNT_RESPONSE_KEYS: Record<string, readonly string[]> = {
  'POST /api/auth/end-session': ['message'],
  'POST /api/member/verify-password': ['message', 'reauthUntil'],
  'POST /api/member/reset-password': ['message'],
  'POST /api/member/set-nickname': ['message', 'nickname'],
  'PUT /api/member/first-visit': ['isNew'],
  'GET /api/member/study-year': ['academicYear', 'studyYear', 'studyYearOf', 'suggestion'],
  'PUT /api/member/study-year': [
    'academicYear',
    'message',
    'studyYear',
    'studyYearOf',
    'suggestion',
  ],
  'POST /api/member/set-intro': ['intro', 'message'],
  'POST /api/member/set-email': ['email', 'message'],
  'POST /api/member/set-email-visibility': ['emailPublic', 'message'],
  'GET /api/member/notice-choices': CHOICES,
  'PUT /api/member/notice-choices': CHOICES,
  'GET /api/push': [...PUSH_CHOICES, 'publicKey', 'subscribed'],
  'PUT /api/push/device': ['message'],
  'DELETE /api/push/device': ['message'],
  'PUT /api/push/choices': PUSH_CHOICES,
  'GET /api/member/digest': ['addressRefused', 'digest'],
  'PUT /api/member/digest': ['digest'],
  'POST /api/digest/stop/:token': ['message'],
  'POST /api/member/set-profile-image': ['imageUrl'],
  'DELETE /api/member/delete-profile-image': ['message'],
  'GET /api/member/sessions': [
    'sessions',
    'sessions[].createdAt',
    'sessions[].current',
    'sessions[].device',
    'sessions[].id',
    'sessions[].isPhone',
    'sessions[].lastUsedAt',
  ],
  'DELETE /api/member/sessions/:id': ['message'],
  'DELETE /api/member/sessions': ['count', 'message'],
  'DELETE /api/member/me': ['message'],
  'POST /api/member/withdraw': ['message'],
};

const PERSON = ['email', 'name', 'username'];
const MESSAGE = ['message'];
const PAGE = ['currentPage', 'size', 'totalElements', 'totalPages'];
const FILE = ['changes', 'errors', ...READING, 'saved', 'version'];

const COUNTS = ['counts', ...prefixKeys('counts[].', ['count', 'verdict'])];

/** Calls about the roster, the roll-over, and sign-ups that wait. */
export const ROSTER_RESPONSE_KEYS: Record<string, readonly string[]> = {
  'GET /api/admin/roster': [
    'entries',
    ...prefixKeys('entries[].', [...PERSON, 'expiresAt', 'id', 'invitedAt', 'role', 'state']),
    'page',
    ...prefixKeys('page.', PAGE),
    'counts',
    ...prefixKeys('counts.', ['EXPIRED', 'FAILED', 'JOINED', 'OPEN', 'QUEUED']),
  ],
  'GET /api/admin/emails': [
    'emails',
    ...prefixKeys('emails[].', [
      'attempts',
      'createdAt',
      'id',
      'isUnclear',
      'kind',
      'owner',
      ...prefixKeys('owner.', ['name', 'type', 'username']),
      'recipient',
      'reply',
      'state',
      'triedAt',
    ]),
    'page',
    ...prefixKeys('page.', PAGE),
  ],
  'POST /api/admin/roster/import': [
    ...FILE,
    ...COUNTS,
    ...prefixKeys('changes[].', [...PERSON, 'line', 'note', 'role', 'verdict']),
  ],
  'POST /api/admin/roster/:id/resend': MESSAGE,
  'PUT /api/admin/roster/:id/email': MESSAGE,
  'DELETE /api/admin/roster/:id': MESSAGE,
  'POST /api/admin/roll-over': [
    ...FILE,
    'missing',
    ...COUNTS,
    ...prefixKeys('changes[].', ['lastDay', 'line', 'name', 'note', 'role', 'username', 'verdict']),
  ],
  'GET /api/admin/role-ends': [
    'ends',
    ...prefixKeys('ends[].', ['lastDay', 'memberId', 'name', 'role', 'username']),
  ],
  'GET /api/admin/sign-ups': [
    'signUps',
    ...prefixKeys('signUps[].', [
      ...PERSON,
      'createdAt',
      'differs',
      'entry',
      ...prefixKeys('entry.', [...PERSON, 'role']),
      'id',
      'nickname',
    ]),
    'total',
  ],
  'POST /api/admin/sign-ups/:id/accept': MESSAGE,
  'POST /api/admin/sign-ups/:id/decline': MESSAGE,
  'POST /api/invitation': [...PERSON, 'expiresAt', 'role'],
  'POST /api/invitation/accept': ['message', 'username'],
};

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
};

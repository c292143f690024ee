import { prefixKeys } from './prefix-keys.ts';

const TEAM = ['accepted', 'isOpen', 'kind', 'lastDay', 'places', 'roles'];
const APPLICATION = ['date', 'message', 'state'];
const VIEW = ['applicants', 'application', 'hasRoom', 'team', ...prefixKeys('team.', TEAM)];
const ofApplicant = [...VIEW, ...prefixKeys('application.', APPLICATION)];
const ofAuthor = [
  ...VIEW,
  ...prefixKeys('applicants[].', [...APPLICATION, 'memberId', 'nickname', 'profileThumbnails']),
];
const changed = (view: readonly string[]) => ['message', 'view', ...prefixKeys('view.', view)];
const MESSAGE = [
  ...['clientId', 'content', 'date', 'id', 'isRecalled', 'isRemoved', 'picture', 'reactions'],
  ...['replyTo', 'sender', 'sender.nickName', 'sender.profileThumbnails', 'senderId'],
];

/** Calls on recruiting posts. */
export const TEAM_RESPONSE_KEYS: Record<string, readonly string[]> = {
  'GET /api/team/:id': ['view', ...prefixKeys('view.', VIEW)],
  'PUT /api/team/:id/application': changed(ofApplicant),
  'DELETE /api/team/:id/application': ['message'],
  'PUT /api/team/:id/application/:memberId': changed(ofAuthor),
  'PUT /api/team/:id/state': changed(ofAuthor),
  'POST /api/team/:id/room': ['roomId'],
  'GET /api/team/mine': [
    'applications',
    ...prefixKeys('applications[].', ['date', 'isThere', 'postId', 'state', 'title']),
    'currentPage',
    'totalElements',
    'totalPages',
  ],
  'POST /api/team/:id/remove/:messageId': [
    'message',
    'recalled',
    ...prefixKeys('recalled.', MESSAGE),
  ],
};

import { prefixKeys } from './prefix-keys.ts';

const TEAM = ['accepted', 'isOpen', 'kind', 'lastDay', 'places', 'roles'];
const APPLICATION = ['date', 'message', 'state'];
const VIEW = [
  'applicants',
  ...prefixKeys('applicants[].', [...APPLICATION, 'memberId', 'nickname', 'profileThumbnails']),
  'application',
  ...prefixKeys('application.', APPLICATION),
  'hasRoom',
  'team',
  ...prefixKeys('team.', TEAM),
];

/** Calls on recruiting posts. */
export const TEAM_RESPONSE_KEYS: Record<string, readonly string[]> = {
  'GET /api/team/:id': ['view', ...prefixKeys('view.', VIEW)],
  'PUT /api/team/:id/application': ['message', 'view', ...prefixKeys('view.', VIEW)],
  'DELETE /api/team/:id/application': ['message'],
  'PUT /api/team/:id/application/:memberId': ['message', 'view', ...prefixKeys('view.', VIEW)],
  'PUT /api/team/:id/state': ['message', 'view', ...prefixKeys('view.', VIEW)],
  'POST /api/team/:id/room': ['roomId'],
  'GET /api/team/mine': [
    'applications',
    ...prefixKeys('applications[].', ['date', 'isThere', 'postId', 'state', 'title']),
    'currentPage',
    'totalElements',
    'totalPages',
  ],
  'POST /api/team/:id/remove/:messageId': ['message'],
};

import { prefixKeys } from './prefix-keys.ts';

const POLL = [
  'chosen',
  'endsAt',
  'isAnonymous',
  'isEnded',
  'maxChoices',
  'options',
  ...prefixKeys('options[].', ['count', 'text']),
  'version',
  'voterCount',
];

/** Calls on the poll of a post. */
export const POLL_RESPONSE_KEYS: Record<string, readonly string[]> = {
  'GET /api/post/:id/poll': ['poll', ...prefixKeys('poll.', POLL)],
  'PUT /api/post/:id/poll/vote': ['poll', ...prefixKeys('poll.', POLL)],
  'GET /api/post/:id/poll/voters': [
    'currentPage',
    'totalCount',
    'totalPages',
    'voters',
    ...prefixKeys('voters[].', ['id', 'nickname']),
  ],
};

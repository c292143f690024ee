import { prefixKeys } from './prefix-keys.ts';

const SCHEDULED = [
  'authorNickname',
  'boardType',
  'expiresAt',
  'failure',
  'id',
  'pinUntil',
  'publishAt',
  'title',
  'years',
];

/** Calls on must-read and scheduled notices. */
export const NOTICE_RESPONSE_KEYS: Record<string, readonly string[]> = {
  'GET /api/member/must-reads': [
    'notices',
    ...prefixKeys('notices[].', ['boardType', 'dueOn', 'id', 'title']),
    'totalCount',
  ],
  'POST /api/post/:id/must-read/confirm': ['confirmedAt', 'message'],
  'GET /api/post/:id/must-read': [
    'currentPage',
    'dueOn',
    'isNamed',
    'isReminded',
    'readers',
    ...prefixKeys('readers[].', ['confirmedAt', 'id', 'name', 'nickname', 'username', 'year']),
    'totalCount',
    'totalPages',
    'years',
    ...prefixKeys('years[].', ['confirmed', 'waiting', 'year']),
  ],
  'POST /api/post/:id/must-read/remind': ['count', 'message'],
  'GET /api/admin/notice-reach': ['count', 'unstated'],
  'GET /api/admin/scheduled-notices': ['notices', ...prefixKeys('notices[].', SCHEDULED)],
  'POST /api/admin/scheduled-notices': ['id', 'message'],
  'GET /api/admin/scheduled-notices/:id': [
    'notice',
    'notice.attachments',
    'notice.post',
    'notice.post.attachments',
    'notice.post.boardType',
    'notice.post.content',
    'notice.post.imageUrls',
    'notice.post.pictures',
    'notice.post.title',
    'notice.post.years',
    'notice.version',
    ...prefixKeys('notice.', SCHEDULED),
  ],
  'PUT /api/admin/scheduled-notices/:id': ['id', 'message'],
  'POST /api/admin/scheduled-notices/:id/publish': ['message'],
  'DELETE /api/admin/scheduled-notices/:id': ['message'],
};

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

const PETITION = [
  'addressee',
  'answers',
  'canAnswer',
  'canClose',
  'canSign',
  'canWithdraw',
  'closeReason',
  'endsOn',
  'history',
  ...prefixKeys('history[].', ['date', 'state']),
  'id',
  'isSigned',
  'owedOn',
  'signatureCount',
  'state',
  'threshold',
];
const ONE_PETITION = ['petition', ...prefixKeys('petition.', PETITION)];

/** Calls on petitions. */
export const PETITION_RESPONSE_KEYS: Record<string, readonly string[]> = {
  'GET /api/petitions': [
    'page',
    ...prefixKeys('page.', ['currentPage', 'size', 'totalElements', 'totalPages']),
    'petitions',
    ...prefixKeys('petitions[].', [
      'closeReason',
      'addressee',
      'commentCount',
      'createdDate',
      'endsOn',
      'id',
      'isSigned',
      'owedOn',
      'signatureCount',
      'state',
      'threshold',
      'title',
      'writerNickname',
    ]),
  ],
  'GET /api/petitions/rules': ['addressees', 'answerDays', 'collectDays', 'threshold'],
  'GET /api/petitions/similar': [
    'questions',
    ...prefixKeys('questions[].', ['answered', 'commentCount', 'createdDate', 'id', 'title']),
  ],
  'GET /api/petitions/:id': ONE_PETITION,
  'POST /api/petitions': ['id', 'message'],
  'PUT /api/petitions/:id/signature': ONE_PETITION,
  'POST /api/petitions/:id/withdraw': ONE_PETITION,
  'POST /api/petitions/:id/close': ONE_PETITION,
  'POST /api/petitions/:id/redact': ONE_PETITION,
  'POST /api/petitions/:id/answer': [
    ...ONE_PETITION,
    ...prefixKeys('petition.answers[].', ['content', 'date', 'id', 'version']),
  ],
};

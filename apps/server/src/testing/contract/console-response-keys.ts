import { prefixKeys } from './prefix-keys.ts';

const MENU_DAY = [
  'date',
  'staffCafeteria',
  'staffCafeteria.BREAKFAST',
  'staffCafeteria.DINNER',
  'staffCafeteria.LUNCH',
  'staffState',
  'studentCafeteria',
  'studentCafeteria.RAMEN',
  'studentCafeteria.SET_MENU',
  'studentCafeteria.SNACK',
  'studentCafeteria.WESTERN',
  'studentState',
];
const FIGURES = ['comments', 'posts', 'visitors'];
const IDENTITY = ['color', 'departmentName', 'logoUrl', 'officeName', 'siteName', 'universityName'];
const DOCUMENT = [
  'asksConsent',
  'content',
  'document',
  'history',
  'history[].asksConsent',
  'history[].note',
  'history[].publishedAt',
  'history[].version',
  'note',
  'publishedAt',
  'version',
];
const SETTINGS = [
  'directMessage',
  'footer',
  'footer.about',
  'footer.contact',
  'footer.email',
  'quickLinks',
  'quickLinks[].label',
  'quickLinks[].url',
  'studyRoomMenu',
];

/**
 * JSON keys in the responses about the cafeteria, banners, statistics and settings, by call.
 * `GET /api/menu` is an alias of `GET /api/Menu`.
 */
export const CONSOLE_RESPONSE_KEYS: Record<string, readonly string[]> = {
  'GET /api/menu/:year/:month/:day': MENU_DAY,
  'GET /api/banners': ['mediaBanners', 'normalBanners', 'version'],
  'GET /api/Menu/:year/:month/:day': MENU_DAY,
  'GET /api/admin/stats': [
    'points',
    ...prefixKeys('points[].', [...FIGURES, 'from', 'to']),
    'range',
    'totals',
    ...prefixKeys('totals.', FIGURES),
  ],
  'GET /api/admin/today-posts': [
    'currentPage',
    'posts',
    ...prefixKeys('posts[].', [
      'boardName',
      'boardType',
      'commentCount',
      'createdDate',
      'id',
      'lectureId',
      'likeCount',
      'title',
      'viewCount',
      'writerNickname',
    ]),
    'totalElements',
    'totalPages',
  ],
  'GET /api/admin/today-comments': [
    'comments',
    ...prefixKeys('comments[].', [
      'boardName',
      'boardType',
      'content',
      'createdDate',
      'id',
      'lectureId',
      'postId',
      'postTitle',
      'writerNickname',
    ]),
    'currentPage',
    'totalElements',
    'totalPages',
  ],
  'POST /api/banners': ['message'],
  'DELETE /api/banners/:id': ['message'],
  'GET /api/admin/menus': ['days', 'days[].version', ...prefixKeys('days[].', MENU_DAY)],
  'PUT /api/admin/menus/:date': [...MENU_DAY, 'version'],
  'PUT /api/admin/menus': ['days', 'days[].version', ...prefixKeys('days[].', MENU_DAY)],
  'POST /api/admin/menus/import': [
    'version',
    'changes',
    ...prefixKeys('changes[].', [
      'after',
      'after.dishes',
      'after.state',
      'before',
      'before.dishes',
      'before.state',
      'cafeteria',
      'date',
    ]),
    'errors',
    'saved',
    'unchanged',
  ],
  'GET /api/admin/settings': [...SETTINGS, 'version'],
  'PUT /api/admin/settings': [...SETTINGS, 'version'],
  'GET /api/documents/:document': DOCUMENT,
  'POST /api/admin/documents/:document': DOCUMENT,
  'GET /api/member/consents': ['pending'],
  'POST /api/member/consents': ['pending'],
  'GET /api/admin/identity': IDENTITY,
  'PUT /api/admin/identity': IDENTITY,
};

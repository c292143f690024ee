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

const within = (path: string, names: readonly string[]) => names.map((name) => `${path}${name}`);

/** Keys of the calls of the console's content panels; see answer-keys.ts. */
export const CONSOLE_ANSWER_KEYS: Record<string, readonly string[]> = {
  'GET /api/admin/stats': [
    'points',
    ...within('points[].', [...FIGURES, 'from', 'to']),
    'range',
    'totals',
    ...within('totals.', FIGURES),
  ],
  'GET /api/admin/today-posts': [
    'currentPage',
    'posts',
    ...within('posts[].', [
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
    ...within('comments[].', [
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
  'GET /api/admin/menus': ['days', ...within('days[].', MENU_DAY)],
  'PUT /api/admin/menus/:date': MENU_DAY,
  'PUT /api/admin/menus': ['days', ...within('days[].', MENU_DAY)],
  'POST /api/admin/menus/import': ['changes', 'errors', 'saved', 'unchanged'],
  'GET /api/admin/settings': SETTINGS,
  'PUT /api/admin/settings': SETTINGS,
};

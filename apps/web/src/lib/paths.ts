/** All page paths: patterns for routes and typed links. */
export const PATHS = {
  root: '/',
  login: '/login',
  register: '/login/register',
  provider: '/login/provider',
  main: '/main',
  board: '/main/community/$boardType',
  post: '/main/community/$boardType/post/$postId',
  petitions: '/main/petitions',
  write: '/write/$boardType',
  edit: '/write/$boardType/$postId',
  oldBoard: '/board/$boardType',
  search: '/search',
  share: '/share',
  calendar: '/main/calendar',
  bookings: '/main/bookings',
  booking: '/main/bookings/$resourceId',
  chat: '/chat-mail',
  study: '/main/study-dashboard',
  studyCatalog: '/main/study-dashboard/catalog',
  studyWaiting: '/main/study-dashboard/waiting',
  studyFriends: '/main/study-dashboard/friends',
  myReviews: '/main/study-dashboard/reviews',
  courseReviews: '/main/study-dashboard/$lectureId/reviews',
  lecture: '/main/study-dashboard/$lectureId',
  lectureWrite: '/main/study-dashboard/$lectureId/write',
  lectureEdit: '/main/study-dashboard/$lectureId/write/$postId',
  lecturePost: '/main/study-dashboard/$lectureId/$postId',
  mypage: '/mypage',
  mypageActivity: '/mypage/activity',
  mypageAccount: '/mypage/account',
  mypageAccountPage: '/mypage/account/$page',
  mypageHandledList: '/mypage/handled',
  mypageHandled: '/mypage/handled/$type/$id',
  objection: '/objection',
  invitation: '/invitation',
  report: '/report',
  digest: '/digest',
  support: '/support',
  inquiry: '/inquiry/$inquiryId',
  admin: '/admin',
  health: '/test',
  terms: '/terms',
  privacy: '/privacy',
  guide: '/guide',
  guidePage: '/guide/$page',
  gallery: '/dev/ui',
  galleryKit: '/dev/ui/kit',
} as const;

/** `/main/community/free/post/7`, where no typed link can be used. */
export function postPath(boardType: string, postId: number): string {
  const board = PATHS.board.replace('$boardType', encodeURIComponent(boardType.toLowerCase()));
  return `${board}/post/${postId}`;
}

/** `/main/study-dashboard/3/7` */
export function lecturePostPath(lectureId: number, postId: number): string {
  return `${PATHS.study}/${lectureId}/${postId}`;
}

type ContentLocation = { boardType: string; postId: number; lectureId: number | null };

export function contentPath({ boardType, postId, lectureId }: ContentLocation): string {
  return lectureId === null ? postPath(boardType, postId) : lecturePostPath(lectureId, postId);
}

/** `/chat-mail?room=7` */
export function chatRoomPath(roomId: number): string {
  return `${PATHS.chat}?room=${roomId}`;
}

/** `/mypage/account#email` leads to the address and focuses it. */
export const EMAIL_HASH = 'email';

/** `/mypage/account#second-factor` leads to where it is set up. */
export const SECOND_FACTOR_HASH = 'second-factor';

/** `/mypage/account#provider` leads to the link with the sign-in provider. */
export const PROVIDER_HASH = 'provider';

/** `/mypage/account#feeds` leads to the addresses for other programs. */
export const FEEDS_HASH = 'feeds';

/** `/main#menu` opens the day's meals on a phone. */
export const CAFETERIA_HASH = 'menu';

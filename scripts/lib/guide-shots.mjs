const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 780 };

/**
 * The pictures of `docs/guide`: the file's name, the demo account, the page, and the text or control
 * that shows that the page is ready. `press` is clicked first; with `centred` that text comes to the
 * middle.
 */
export const SHOTS = [
  { name: 'operator-login', path: '/login', view: WIDE, ready: '체험용 계정으로 둘러보기' },
  { name: 'operator-guide', path: '/guide/council', view: PHONE, ready: '처음 한 번' },
  { name: 'admin-work', as: 'admin01', path: '/admin?menu=WORK', view: WIDE, ready: '할 일' },
  {
    name: 'admin-settings',
    as: 'admin01',
    path: '/admin?menu=SETTINGS',
    view: WIDE,
    ready: '사이트 정보',
  },
  {
    name: 'admin-roles',
    as: 'admin01',
    path: '/admin?menu=ROLES',
    view: WIDE,
    press: '검색',
    ready: '권한 관리',
  },
  {
    name: 'admin-audit-phone',
    as: 'admin01',
    path: '/admin?menu=AUDIT',
    view: PHONE,
    ready: 'CSV로 받기',
  },
  { name: 'staff-work', as: 'manager01', path: '/admin?menu=WORK', view: WIDE, ready: '할 일' },
  {
    name: 'staff-notice',
    as: 'manager01',
    path: '/write/notice',
    view: WIDE,
    ready: '받는 학년',
    centred: true,
  },
  {
    name: 'staff-menu',
    as: 'manager01',
    path: '/admin?menu=MENU',
    view: WIDE,
    ready: '지난주 가져오기',
  },
  {
    name: 'staff-reports-phone',
    as: 'manager01',
    path: '/admin?menu=REPORTS',
    view: PHONE,
    ready: '처리할 신고',
  },
  {
    name: 'council-notice',
    as: 'council01',
    path: '/write/notice_sc',
    view: WIDE,
    ready: '받는 학년',
    centred: true,
  },
  {
    name: 'council-banner',
    as: 'council01',
    path: '/admin?menu=BANNER',
    view: WIDE,
    ready: '행사 배너 추가',
  },
  {
    name: 'council-stats-phone',
    as: 'council01',
    path: '/admin?menu=STATUS',
    view: PHONE,
    ready: '일별',
  },
  {
    name: 'professor-timetable',
    as: 'prof01',
    path: '/main/study-dashboard',
    view: WIDE,
    ready: '내가 맡은 강의실',
  },
  {
    name: 'professor-room',
    as: 'prof01',
    path: '/main/study-dashboard/1',
    view: WIDE,
    ready: '자료실',
  },
  {
    name: 'professor-waiting-phone',
    as: 'prof01',
    path: '/main/study-dashboard/waiting',
    view: PHONE,
    ready: '질문',
  },
];

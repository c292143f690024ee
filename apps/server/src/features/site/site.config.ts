import type { SiteSettings } from '@naru/contract/settings';

export const SITE = {
  siteName: '나루',
  universityName: '한국해양대학교',
  departmentName: '인공지능공학부',
} as const;

export const DEFAULT_SETTINGS: SiteSettings = {
  directMessage: 'locked',
  studyRoomMenu: 'locked',
  quickLinks: [
    { label: '학교 홈페이지', url: 'https://www.kmou.ac.kr/' },
    { label: '학사정보시스템', url: 'https://portal.kmou.ac.kr/' },
    { label: '이러닝 LMS', url: 'https://lms.kmou.ac.kr/' },
    { label: '도서관', url: 'https://library.kmou.ac.kr/' },
  ],
  footer: {
    about: '나루는 인공지능공학부 구성원이 소식을 나누고 서로 돕는 학부 커뮤니티입니다.',
    contact: '인공지능공학부 학부사무실',
    email: 'naru@naru.localhost',
  },
};

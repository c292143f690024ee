import type { SiteIdentity } from '@naru/contract/identity';
import { LIMITS } from '@naru/contract/limits';
import type { SiteSettings } from '@naru/contract/settings';

/** Of an installation that no ADMIN has named yet. */
export const DEFAULT_IDENTITY: SiteIdentity = {
  siteName: '나루',
  shortName: '',
  universityName: '',
  departmentName: '우리 학과',
  officeName: '학과사무실',
  color: '',
  logoUrl: '',
};

export const DEFAULT_SETTINGS: SiteSettings = {
  directMessage: 'locked',
  studyRoomMenu: 'locked',
  quickLinks: [
    { label: '한국장학재단', url: 'https://www.kosaf.go.kr/' },
    { label: '학술연구정보', url: 'https://www.riss.kr/' },
    { label: 'K-MOOC', url: 'https://www.kmooc.kr/' },
    { label: '대학알리미', url: 'https://www.academyinfo.go.kr/' },
  ],
  footer: {
    about: '학과 구성원이 소식을 나누고 서로 돕는 커뮤니티입니다.',
    contact: '학과사무실',
    email: 'contact@naru.localhost',
  },
  footerLinks: [],
  blindAfter: LIMITS.blindAfter,
  anonymousBoards: [],
  staffSecondFactor: false,
  linkTitles: false,
  petitions: {
    threshold: 30,
    collectDays: 30,
    answerDays: 14,
    addressees: ['COUNCIL', 'OFFICE'],
  },
};

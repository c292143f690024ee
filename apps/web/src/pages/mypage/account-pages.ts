import { Bell, Database, type LucideIcon, Palette, ShieldCheck, UserRound } from 'lucide-react';
import { EMAIL_HASH, PROVIDER_HASH, SECOND_FACTOR_HASH } from '../../lib/paths.ts';

/** Where the list of the pages is not beside them. */
export const NARROW = '(max-width: 1023px)';

export type AccountPageKey = 'profile' | 'notifications' | 'appearance' | 'security' | 'data';

type Entry = { page: AccountPageKey; name: string; text: string; Icon: LucideIcon };

/** The pages of the account, as the list shows them. */
export const ACCOUNT_PAGES: readonly Entry[] = [
  { page: 'profile', name: '프로필', text: '사진, 닉네임, 자기소개, 학년', Icon: UserRound },
  { page: 'notifications', name: '알림', text: '받을 알림, 키워드, 기기, 이메일', Icon: Bell },
  { page: 'appearance', name: '화면', text: '밝은 화면과 어두운 화면', Icon: Palette },
  {
    page: 'security',
    name: '로그인과 보안',
    text: '이메일, 비밀번호, 2단계 인증, 기기',
    Icon: ShieldCheck,
  },
  {
    page: 'data',
    name: '내 데이터',
    text: '문의 내역, 차단 목록, 내려받기, 계정 삭제',
    Icon: Database,
  },
];

const ANCHORED: readonly string[] = [EMAIL_HASH, SECOND_FACTOR_HASH, PROVIDER_HASH];

/** Where the addresses lead that named a part of the one page that the account once was. */
export function pageOfAnchor(hash: string): AccountPageKey | undefined {
  return ANCHORED.includes(hash) ? 'security' : undefined;
}

export function findAccountPage(page: string | undefined): Entry | undefined {
  return ACCOUNT_PAGES.find((one) => one.page === page);
}

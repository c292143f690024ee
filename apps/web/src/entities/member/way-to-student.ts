import { useNavigate } from '@tanstack/react-router';
import { EMAIL_HASH, PATHS } from '../../lib/paths.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { useSiteConfig } from '../settings/site-config.ts';

/** How a member gets the role STUDENT: by an address of the university, else by asking staff. */
export function useWayToStudent() {
  const { data: site } = useSiteConfig();
  const domains = site?.studentEmailDomains ?? [];
  return domains.length > 0
    ? ({
        byEmail: true,
        label: '학교 이메일 인증하기',
        hint: `학생이라면 학교 이메일(${domains.join(', ')})을 인증해 주세요. 인증하면 바로 쓸 수 있습니다.`,
        link: { to: PATHS.mypageAccount, hash: EMAIL_HASH },
      } as const)
    : ({
        byEmail: false,
        label: '학생 권한 요청하기',
        hint: '학생이라면 문의하기에서 권한을 요청해 주세요.',
        link: { to: PATHS.support, search: { category: 'ROLE_REQUEST' } },
      } as const);
}

/** Says what is denied to members below STUDENT and offers the way to that role. */
export function useExplainStudentsOnly() {
  const way = useWayToStudent();
  const navigate = useNavigate();
  return async (title: string, reason: string) => {
    const body = `${reason}\n${way.hint}`;
    const wants = await confirmDialog({
      title,
      body,
      confirmLabel: way.label,
      cancelLabel: '닫기',
    });
    if (wants) void navigate(way.link);
  };
}

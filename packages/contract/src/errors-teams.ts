import { type CatalogueEntry, entry as e } from './error-entry.ts';
import { LIMITS } from './limits.ts';

/** Errors of recruiting posts and their applications. */
export const TEAM_ERRORS = {
  APPLICATION_NOT_FOUND: e(404, '지원을 찾을 수 없습니다. 취소되었을 수 있으니 새로 고쳐 주세요.'),
  APPLICANT_BARRED: e(
    409,
    '학생 인증이 풀렸거나 이용이 정지된 회원이라 지금은 수락할 수 없습니다. 나중에 다시 시도해 주세요.',
  ),
  TEAM_OWN: e(400, '내 모집에는 지원할 수 없습니다. 지원한 회원은 아래에서 볼 수 있습니다.'),
  TEAM_CLOSED: e(409, '모집이 마감되었습니다. 다른 모집을 찾아봐 주세요.'),
  TEAM_DECIDED: e(409, '작성자가 이미 답한 지원입니다. 화면을 새로 고쳐 주세요.'),
  TEAM_FULL: e(409, '자리가 모두 찼습니다. 글을 수정해 모집 인원을 늘려 주세요.'),
  TEAM_OVER: e(409, '마감일이 지났습니다. 글을 수정해 마감일을 늦춰 주세요.'),
  TEAM_CROWDED: e(409, '지원이 많아 더 받을 수 없습니다. 다른 모집을 찾아봐 주세요.'),
  TEAM_THROTTLED: e(
    429,
    `하루에 ${LIMITS.applicationsPerDay}번까지 지원할 수 있습니다. 내일 다시 시도해 주세요.`,
  ),
} as const satisfies Record<string, CatalogueEntry>;

import * as z from 'zod/mini';
import { majorField } from './audiences.ts';
import { emailField, nameField } from './auth.ts';
import {
  dateSchema,
  dayField,
  idParam,
  idParams,
  pagingQuery,
  searchField,
  textField,
  trimmedText,
} from './fields.ts';
import { pageInfoSchema } from './inquiries.ts';
import { LIMITS } from './limits.ts';
import { memberFilter } from './member-search.ts';
import { STANDINGS } from './notice-groups.ts';
import { fileAddress } from './own-files.ts';
import { ROLES } from './roles.ts';
import { del, get, post } from './route.ts';
import { TEXTS } from './texts.ts';

/** A member as ADMIN sees it. Never contains a hash, a token or a session. */
export const adminUserSchema = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  nickname: z.string(),
  email: z.string(),
  /** Lowest first; every member has at least USER. */
  roles: z.array(z.enum(ROLES)),
  profileThumbnails: z.nullable(fileAddress),
  createdDate: dateSchema,
  /** The last Korean day on which the site was used, as far as it is still known. */
  lastVisit: z.nullable(z.string()),
  /** Null when not suspended. */
  suspendedUntil: z.nullable(dateSchema),
  suspendedReason: z.nullable(z.string()),
  /** What the department says of the member; null: studies, or is not known. */
  standing: z.nullable(z.enum(STANDINGS)),
  /** Empty: not known. */
  major: z.string(),
  hasSecondFactor: z.boolean(),
  /** Whether an address proved the member to be a student. */
  isProvenStudent: z.boolean(),
  /** Another member who proved to be a student with the mailbox of this one. */
  mailboxHolder: z.nullable(
    z.object({ id: z.number(), username: z.string(), nickname: z.string() }),
  ),
});
export type AdminUser = z.output<typeof adminUserSchema>;

export const AUDIT_ACTIONS = {
  'role.grant': '권한 부여',
  'role.revoke': '권한 회수',
  'member.search': '회원 검색',
  'member.export': '회원 목록 내려받기',
  'member.read-email': '이메일 열람',
  'member.suspend': '이용 정지',
  'member.lift': '정지 해제',
  'member.withdraw': '회원 탈퇴',
  'member.correct': '회원 정보 수정',
  'member.list': '공지 명단 변경',
  'member.remove-second-factor': '2단계 인증 해제',
  'member.change-email': '고친 이메일 변경',
  'inquiry.read': '문의 열람',
  'inquiry.complete': '문의 답변',
  'inquiry.follow-up': '문의 추가 답변',
  'inquiry.history': '신고 대상 기록 열람',
  'inquiry.messages': '신고된 메시지 열람',
  'inquiry.decide': '신고 결정',
  'inquiry.assign': '담당 변경',
  'reply-template.create': '자주 쓰는 글 추가',
  'reply-template.update': '자주 쓰는 글 수정',
  'reply-template.delete': '자주 쓰는 글 삭제',
  'post.delete': '게시글 삭제',
  'post.accept': '답변 채택',
  'post.paste': '원문 붙여넣기',
  'post.paste-edit': '붙여넣은 공지 수정',
  'post.schedule': '공지 예약',
  'post.reschedule': '예약 공지 수정',
  'post.publish-now': '예약 공지 바로 게시',
  'post.unschedule': '예약 취소',
  'post.pin': '상단 고정',
  'post.unpin': '고정 해제',
  'post.must-read': '필독 지정',
  'post.must-read-end': '필독 해제',
  'post.must-read-remind': '필독 다시 알림',
  'post.must-read-export': '필독 확인 명단 내려받기',
  'answer.delete': '강의 답변 삭제',
  'post.read-removed': '삭제된 글 열람',
  'post.restore': '게시글 복구',
  'post.unblind': '게시글 블라인드 해제',
  'comment.delete': '댓글 삭제',
  'comment.read-removed': '삭제된 댓글 열람',
  'comment.restore': '댓글 복구',
  'comment.unblind': '댓글 블라인드 해제',
  'course-review.delete': '강의 평가 삭제',
  'course-review.unblind': '강의 평가 블라인드 해제',
  'reveal.request': '작성자 확인 요청',
  'reveal.approve': '작성자 확인 승인',
  'reveal.reject': '작성자 확인 거절',
  'reveal.open': '작성자 확인 열람',
  'lecture.update': '강의 수정',
  'lecture.delete': '강의 삭제',
  'lecture.import': '강의 가져오기',
  'banner.replace': '배너 저장',
  'banner.delete': '배너 삭제',
  'menu.save': '식단 저장',
  'menu.import': '식단 가져오기',
  'menu.delete': '식단 삭제',
  'source.add': '수집할 곳 추가',
  'source.edit': '수집할 곳 수정',
  'source.delete': '수집할 곳 삭제',
  'source.dry-run': '수집 시험 실행',
  'source.run': '수집 지금 실행',
  'source.pause': '수집 멈춤',
  'source.resume': '수집 다시 시작',
  'source.move-store': '밀린 식단 저장',
  'source.move-leave': '밀린 식단 그대로 두기',
  'academic-date.create': '학사일정 추가',
  'academic-date.update': '학사일정 수정',
  'academic-date.delete': '학사일정 삭제',
  'academic-date.restore': '학사일정 되돌리기',
  'academic-date.import': '학사일정 가져오기',
  'setting.update': '설정 변경',
  'audit.export': '감사 기록 내려받기',
  'roster.import': '명부 가져오기',
  'roster.read': '명부 열람',
  'roster.resend': '초대 다시 보내기',
  'roster.correct': '초대 이메일 수정',
  'roster.withdraw': '초대 거두기',
  'roster.join': '명부로 가입',
  'roster.roll-over': '학년도 전환',
  'sign-up.read': '가입 대기 열람',
  'sign-up.accept': '가입 승인',
  'sign-up.decline': '가입 거절',
  'email.read': '이메일 기록 열람',
  'service-key.make': '서비스 키 발급',
  'service-key.revoke': '서비스 키 폐기',
  'service-key.use': '서비스 키 사용',
  'integrity.recount': '점검에서 다시 세기',
  'outgoing.resume': '다시 보내기',
  'backup.make': '백업',
  'backup.prove': '백업 복원 확인',
  'backup.link': '백업 내려받기',
  'backup.delete': '백업 삭제',
} as const;
export type AuditAction = keyof typeof AUDIT_ACTIONS;
export const AUDIT_ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]];

export const AUDIT_TARGETS = [
  'member',
  'post',
  'comment',
  'course-review',
  'inquiry',
  'reply-template',
  'reveal',
  'lecture',
  'banner',
  'menu',
  'source',
  'academic-date',
  'setting',
  'audit',
  'roster',
  'sign-up',
  'service-key',
  'integrity',
  'email',
  'outgoing',
  'backup',
] as const;
export type AuditTarget = (typeof AUDIT_TARGETS)[number];

/** One entry of the append-only audit log. */
export const auditEntrySchema = z.object({
  id: z.number(),
  /** One of AUDIT_ACTIONS. */
  action: z.string(),
  /** 0 where a program acted with a service key. */
  actorId: z.number(),
  actorNickname: z.string(),
  /** One of AUDIT_TARGETS. */
  targetType: z.string(),
  /** 0 when there is no single target. */
  targetId: z.number(),
  /**
   * Nickname of a member, title of an inquiry, a post or a lecture, start of a comment; empty for
   * anonymous and for removed content.
   */
  targetLabel: z.string(),
  reason: z.nullable(z.string()),
  /** Values before, after and the like, as text. */
  detail: z.array(z.object({ name: z.string(), value: z.string() })),
  /** What a save of banners, meals or settings changed, by its place; null: absent. */
  changes: z.array(
    z.object({
      path: z.array(z.string()),
      before: z.nullable(z.string()),
      after: z.nullable(z.string()),
    }),
  ),
  address: z.nullable(z.string()),
  createdAt: dateSchema,
});
export type AuditEntry = z.output<typeof auditEntrySchema>;

export const reasonField = textField(LIMITS.reasonMax, TEXTS.reasonRequired, TEXTS.reasonLength);
export const reasonBody = z.object({ reason: reasonField });

export const suspensionBody = z.object({
  until: z.pipe(
    z.string({ error: TEXTS.untilRequired }).check(z.minLength(1, TEXTS.untilRequired)),
    dayField,
  ),
  reason: reasonField,
});

export const correctionBody = z.object({
  email: z.optional(emailField),
  name: z.optional(nameField),
  /** These two alone end no session and send no e-mail. */
  standing: z.optional(z.nullable(z.enum(STANDINGS))),
  major: z.optional(majorField),
  reason: reasonField,
});
export type MemberCorrection = z.output<typeof correctionBody>;

export const roleChangeForm = z.object({
  role: z.pipe(z.string(), z.enum(ROLES, { error: TEXTS.roleRequired })),
  reason: reasonField,
});

const auditFilter = {
  action: z.optional(z.enum(AUDIT_ACTION_NAMES)),
  /** Part of the actor's nickname. */
  actor: searchField,
  targetType: z.optional(z.enum(AUDIT_TARGETS)),
  targetId: z.optional(idParam),
  /** Korean days, both included. */
  from: z.optional(dayField),
  to: z.optional(dayField),
};

const roleQuery = z.object({
  userId: idParam,
  role: z.enum(ROLES, { error: TEXTS.roleInvalid }),
  reason: z.optional(trimmedText(LIMITS.reasonMax, TEXTS.reasonLength)),
});
const rolesSchema = z.object({ message: z.string(), roles: z.array(z.enum(ROLES)) });
const memberSchema = z.object({ message: z.string(), user: adminUserSchema });

export const adminRoutes = {
  searchUsers: get('/api/admin/search-users', 'ADMIN', {
    summary:
      'Members by username, name, nickname (parts of them), role and last visit, at most 50 a page; their number in `X-Total-Count`',
    query: z.object({
      /** Part of the username, name, nickname or e-mail address. */
      text: searchField,
      ...memberFilter,
      ...pagingQuery(LIMITS.userPageSize, LIMITS.userPageSize),
    }),
    response: z.array(adminUserSchema),
  }),
  exportUsers: get('/api/admin/members/export', 'ADMIN', {
    summary: 'The members that a search finds as CSV; recorded in the log',
    query: z.object(memberFilter),
    response: null,
  }),
  grantRole: post('/api/admin/grant-role', 'ADMIN', {
    summary: 'Give a member a role, at most the own rank, never SYSTEM, never to oneself',
    query: roleQuery,
    response: rolesSchema,
    errors: ['MEMBER_UNKNOWN', 'ROLE_CHANGE_DENIED'],
  }),
  revokeRole: del('/api/admin/revoke-role', 'ADMIN', {
    summary: 'Take a role from a member; USER stays, and so does the last ADMIN',
    query: roleQuery,
    response: rolesSchema,
    errors: ['MEMBER_UNKNOWN', 'ROLE_CHANGE_DENIED', 'LAST_ADMIN'],
  }),
  suspend: post('/api/admin/members/:id/suspend', 'ADMIN', {
    summary: 'Suspend a member of lower rank up to the end of a Korean day; its sessions end',
    params: idParams,
    body: suspensionBody,
    response: memberSchema,
    errors: ['MEMBER_UNKNOWN', 'SUSPENSION_DENIED', 'LAST_ADMIN'],
  }),
  lift: post('/api/admin/members/:id/lift', 'ADMIN', {
    summary: 'End a suspension early; without one nothing changes',
    params: idParams,
    response: memberSchema,
    errors: ['MEMBER_UNKNOWN', 'SUSPENSION_DENIED'],
  }),
  correct: post('/api/admin/members/:id/correct', 'ADMIN', {
    summary:
      'Mend the e-mail address or the real name of a member of lower rank; ends its sessions',
    params: idParams,
    body: correctionBody,
    response: memberSchema,
    errors: ['MEMBER_UNKNOWN', 'MEMBER_CHANGE_DENIED', 'EMAIL_DOMAIN_DENIED', 'DUPLICATE'],
  }),
  audit: get('/api/admin/audit', 'ADMIN', {
    summary: 'The audit log, newest first',
    query: z.object({ ...pagingQuery(LIMITS.auditPageSize), ...auditFilter }),
    response: z.object({ entries: z.array(auditEntrySchema), page: pageInfoSchema }),
  }),
  auditExport: get('/api/admin/audit/export', 'ADMIN', {
    summary: 'The matching entries of the audit log as CSV, newest first; recorded in the log',
    query: z.object(auditFilter),
    response: null,
  }),
};

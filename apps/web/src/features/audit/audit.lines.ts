import { AUDIT_TARGETS, type AuditEntry } from '@naru/contract/audit';
import {
  AUDIT_TARGET_NAMES,
  auditName,
  auditPlace,
  auditValue,
  translateRoles,
} from '@naru/contract/audit-words';
import { CHECK_NAMES, type IntegrityCheck } from '@naru/contract/integrity-checks';
import { withParticles } from '@naru/contract/particles';
import { formatListDate } from '../../lib/format/dates.ts';

type Line = Pick<AuditEntry, 'action' | 'targetType' | 'targetId' | 'targetLabel' | 'detail'>;

/** The rest of a sentence that starts with the actor (`관리자 님이`), by action. */
const SENTENCES: Record<string, (line: Line) => string> = {
  'role.grant': (line) => `${memberName(line)}에게 ${roleOf(line)} 권한을 부여했습니다.`,
  'role.revoke': (line) => `${memberName(line)}의 ${roleOf(line)} 권한을 회수했습니다.`,
  'member.search': () => '회원을 검색했습니다.',
  'member.export': () => '회원 목록을 파일로 내려받았습니다.',
  'member.read-email': (line) => `${memberName(line)}의 이메일을 열람했습니다.`,
  'member.suspend': (line) => `${memberName(line)}의 이용을 정지했습니다.`,
  'member.lift': (line) => `${memberName(line)}의 이용 정지를 해제했습니다.`,
  'member.correct': (line) => `${memberName(line)}의 회원 정보를 수정했습니다.`,
  'member.remove-second-factor': (line) => `${memberName(line)}의 2단계 인증을 해제했습니다.`,
  'member.change-email': () => '관리자가 수정한 이메일을 직접 변경했습니다.',
  'member.withdraw': (line) =>
    detailValue(line, 'by') === 'unused'
      ? '오랫동안 사용하지 않아 계정이 삭제되었습니다.'
      : '탈퇴했습니다.',
  'inquiry.read': (line) => `${targetName(line)} 내용을 열람했습니다.`,
  'inquiry.complete': (line) => `${targetName(line)} 건에 답변하고 완료했습니다.`,
  'inquiry.follow-up': (line) => `${targetName(line)} 건에 추가 답변을 남겼습니다.`,
  'inquiry.history': (line) => `${targetName(line)} 대상의 이전 기록을 열람했습니다.`,
  'inquiry.messages': (line) => `${targetName(line)} 건의 채팅 메시지를 열람했습니다.`,
  'inquiry.decide': (line) =>
    detailValue(line, 'decision') === 'REMOVE'
      ? `${targetName(line)} 건을 보고 삭제로 결정했습니다.`
      : `${targetName(line)} 건을 보고 그대로 두기로 결정했습니다.`,
  'inquiry.assign': (line) =>
    detailValue(line, 'after') === 'null'
      ? `${targetName(line)} 건의 담당을 해제했습니다.`
      : `${targetName(line)} 건의 담당을 ${detailValue(line, 'after')} 님으로 변경했습니다.`,
  'reply-template.create': (line) => `${templateName(line)}을(를) 추가했습니다.`,
  'reply-template.update': (line) => `${templateName(line)}을(를) 수정했습니다.`,
  'reply-template.delete': (line) => `${templateName(line)}을(를) 삭제했습니다.`,
  'post.delete': (line) => `${targetName(line)}을(를) 삭제했습니다.`,
  'post.accept': (line) =>
    detailValue(line, 'commentId') === 'null'
      ? `${targetName(line)}의 채택을 취소했습니다.`
      : `${targetName(line)}의 답변을 채택했습니다.`,
  'post.paste': (line) => `홈페이지의 공지를 ${targetName(line)}으로(로) 옮겼습니다.`,
  'post.paste-edit': (line) => `홈페이지에서 옮긴 ${targetName(line)}을(를) 수정했습니다.`,
  'post.schedule': () => '공지를 예약했습니다.',
  'post.reschedule': () => '예약된 공지를 수정했습니다.',
  'post.publish-now': () => '예약된 공지를 바로 게시했습니다.',
  'post.unschedule': () => '예약된 공지를 취소했습니다.',
  'post.pin': (line) => `${targetName(line)}을(를) 목록 맨 위에 고정했습니다.`,
  'post.unpin': (line) => `${targetName(line)}의 고정을 해제했습니다.`,
  'post.must-read': (line) => `${targetName(line)}을(를) 필독으로 지정했습니다.`,
  'post.must-read-end': (line) => `${targetName(line)}의 필독을 해제했습니다.`,
  'post.must-read-remind': (line) => `${targetName(line)}의 확인을 다시 부탁했습니다.`,
  'post.must-read-export': (line) => `${targetName(line)}의 확인 명단을 내려받았습니다.`,
  'answer.delete': (line) => `${targetName(line)}의 교수 답변을 삭제했습니다.`,
  'post.read-removed': (line) => `삭제된 ${targetName(line)}을(를) 열람했습니다.`,
  'post.restore': (line) => `삭제된 ${targetName(line)}을(를) 복구했습니다.`,
  'post.unblind': (line) => `블라인드된 ${targetName(line)}을(를) 다시 공개했습니다.`,
  'comment.delete': (line) => `${targetName(line)}을(를) 삭제했습니다.`,
  'comment.read-removed': (line) => `삭제된 ${targetName(line)}을(를) 열람했습니다.`,
  'comment.restore': (line) => `삭제된 ${targetName(line)}을(를) 복구했습니다.`,
  'comment.unblind': (line) => `블라인드된 ${targetName(line)}을(를) 다시 공개했습니다.`,
  'course-review.delete': (line) => `${targetName(line)}을(를) 삭제했습니다.`,
  'course-review.unblind': (line) => `블라인드된 ${targetName(line)}을(를) 다시 공개했습니다.`,
  'reveal.request': (line) => `${revealTarget(line)}의 작성자 확인을 요청했습니다.`,
  'reveal.approve': (line) => `${revealTarget(line)}의 작성자 확인을 승인했습니다.`,
  'reveal.reject': (line) => `${revealTarget(line)}의 작성자 확인을 거절했습니다.`,
  'reveal.open': (line) => `${revealTarget(line)}의 작성자를 열람했습니다.`,
  'lecture.update': (line) => `${targetName(line)}을(를) 수정했습니다.`,
  'lecture.delete': (line) => `${targetName(line)}을(를) 삭제했습니다.`,
  'lecture.join-chat': (line) => `${targetName(line)} 채팅방에 운영 권한으로 참여했습니다.`,
  'lecture.remove-message': (line) => `${targetName(line)} 채팅방의 메시지를 삭제했습니다.`,
  'lecture.import': () => '파일에서 강의를 가져왔습니다.',
  'banner.replace': () => '배너를 저장했습니다.',
  'banner.delete': () => '배너를 삭제했습니다.',
  'menu.save': () => '식단을 저장했습니다.',
  'menu.import': () => '파일에서 식단을 가져왔습니다.',
  'menu.delete': () => '식단을 삭제했습니다.',
  'source.add': (line) => `수집할 곳 ${sourceName(line)}을(를) 추가했습니다.`,
  'source.edit': (line) => `수집할 곳 ${sourceName(line)}을(를) 수정했습니다.`,
  'source.delete': (line) => `수집할 곳 ${sourceName(line)}을(를) 삭제했습니다.`,
  'source.dry-run': (line) => `${detailValue(line, 'url')}을(를) 시험 삼아 읽었습니다.`,
  'source.run': (line) => `수집 ${sourceName(line)}을(를) 바로 실행했습니다.`,
  'source.pause': (line) => `수집 ${sourceName(line)}을(를) 멈췄습니다.`,
  'source.resume': (line) => `수집 ${sourceName(line)}을(를) 다시 시작했습니다.`,
  'source.move-store': (line) => `수집 ${sourceName(line)}의 밀린 식단을 저장했습니다.`,
  'source.move-leave': (line) => `수집 ${sourceName(line)}의 밀린 식단을 저장하지 않았습니다.`,
  'academic-date.create': (line) => `${targetName(line)}을(를) 추가했습니다.`,
  'academic-date.update': (line) => `${targetName(line)}을(를) 수정했습니다.`,
  'academic-date.delete': (line) => `${targetName(line)}을(를) 삭제했습니다.`,
  'academic-date.restore': (line) => `지운 ${targetName(line)}을(를) 되돌렸습니다.`,
  'petition.close': () => '청원을 닫았습니다.',
  'petition.answer': () => '청원에 답변했습니다.',
  'petition.redact': (line) =>
    detailValue(line, 'answerId') === ''
      ? '청원을 닫은 사유를 삭제했습니다.'
      : `청원의 답변 ${detailValue(line, 'answerId')}번을 삭제했습니다.`,
  'booking.resource-create': (line) => `예약 자원 ${detailValue(line, 'name')}을(를) 추가했습니다.`,
  'booking.resource-update': (line) => `예약 자원 ${detailValue(line, 'name')}을(를) 수정했습니다.`,
  'booking.resource-delete': (line) => `예약 자원 ${detailValue(line, 'name')}을(를) 삭제했습니다.`,
  'booking.approve': (line) => `${detailValue(line, 'resource')} 예약을 승인했습니다.`,
  'booking.refuse': (line) => `${detailValue(line, 'resource')} 예약을 거절했습니다.`,
  'booking.cancel': (line) => `${detailValue(line, 'resource')} 예약을 취소했습니다.`,
  'booking.close': () => '예약을 쉬는 날을 추가했습니다.',
  'booking.reopen': () => '예약을 쉬는 날을 삭제했습니다.',
  'academic-date.import': () => '파일에서 학사일정을 가져왔습니다.',
  'member.list': (line) => `공지 명단 ‘${detailValue(line, 'list')}’을(를) 수정했습니다.`,
  'setting.update': () => '설정을 변경했습니다.',
  'roster.import': () => '파일에서 명부를 가져왔습니다.',
  'roster.read': () => '명부를 열람했습니다.',
  'roster.resend': () => '초대를 다시 보냈습니다.',
  'roster.correct': () => '초대의 이메일을 수정하고 다시 보냈습니다.',
  'roster.withdraw': () => '초대를 취소했습니다.',
  'roster.join': () => '명부로 가입했습니다.',
  'roster.roll-over': () => '파일로 학년도를 전환했습니다.',
  'sign-up.read': () => '기다리는 가입을 열람했습니다.',
  'sign-up.accept': (line) => `${memberName(line)}의 가입을 승인했습니다.`,
  'sign-up.decline': () => '기다리던 가입을 거절했습니다.',
  'service-key.make': (line) => `서비스 키 ‘${detailValue(line, 'name')}’을(를) 발급했습니다.`,
  'service-key.revoke': (line) => `서비스 키 ‘${detailValue(line, 'name')}’을(를) 폐기했습니다.`,
  'service-key.use': (line) => `‘${detailValue(line, 'name')}’ ${sentWord(line)}`,
  'outgoing.resume': (line) =>
    detailValue(line, 'drop') === 'true'
      ? '멈춰 둔 이메일과 알림을 삭제하고 다시 시작했습니다.'
      : '멈춰 둔 이메일과 알림을 다시 보내기 시작했습니다.',
  'integrity.recount': (line) => `점검에서 ${checkName(line)}을(를) 다시 세었습니다.`,
  'backup.make': () => '백업을 요청했습니다.',
  'backup.prove': () => '백업의 복원 확인을 요청했습니다.',
  'backup.link': (line) => `백업 ${detailValue(line, 'file')}을(를) 내려받았습니다.`,
  'backup.delete': (line) => `백업 ${detailValue(line, 'file')}을(를) 삭제했습니다.`,
  'email.read': () => '이메일 기록을 열람했습니다.',
  'audit.export': () => '감사 기록을 파일로 내려받았습니다.',
};

/** The sentence after the actor's name; for an action that this version does not know, its name. */
export function sentenceOf(line: Line): string {
  const sentence = SENTENCES[line.action]?.(line);
  return sentence ? withParticles(sentence) : `${line.action} (${targetName(line)})`;
}

/** Details that the sentence does not already contain, with Korean names and values. */
export function detailsOf(line: Line): { name: string; value: string }[] {
  return (
    line.detail
      .filter((one) => one.value !== '' && one.value !== 'null' && !isOmitted(line, one))
      // The results of a search come after its filters.
      .sort((a, b) => Number(a.name === 'found') - Number(b.name === 'found'))
      .map(({ name, value }) => ({
        name: auditName(name),
        value: formatValue(name, value),
      }))
  );
}

/** Details that the sentences of some actions contain, by the action. */
const SAID: Record<string, RegExp> = {
  role: /^role\./,
  after: /^inquiry\.assign$/,
  title: /^(?:source|reply-template)\./,
  targetType: /^reveal\./,
  targetId: /^reveal\./,
  file: /^backup\./,
};

/** True for a detail that the sentence contains, and for the page number of a search. */
function isOmitted({ action }: Line, { name, value }: Line['detail'][number]): boolean {
  if (action === 'outgoing.resume') return ['drop', 'by'].includes(name);
  const said = SAID[name];
  if (said !== undefined) return said.test(action);
  if (name === 'by') return value === 'unused';
  if (name === 'answerId') return action === 'petition.redact';
  if (name === 'check') return action === 'integrity.recount';
  if (name === 'decision') return action === 'inquiry.decide';
  if (action.startsWith('service-key.')) return name === 'name' || name === 'outcome';
  return name === 'page' && action === 'member.search';
}

function templateName(line: Line): string {
  return `자주 쓰는 글 ‘${detailValue(line, 'title')}’`;
}

function checkName(line: Line): string {
  return CHECK_NAMES[detailValue(line, 'check') as IntegrityCheck] ?? detailValue(line, 'check');
}

/** What a program did with its key. */
function sentWord(line: Line): string {
  const words: Record<string, string> = {
    created: '프로그램의 공지를 올렸습니다.',
    updated: '프로그램의 공지를 수정했습니다.',
    refused: '프로그램의 공지를 받지 않았습니다.',
  };
  return words[detailValue(line, 'outcome')] ?? '프로그램의 공지를 받았고, 바뀐 내용이 없습니다.';
}

function memberName({ targetLabel, targetId }: Line): string {
  return targetLabel === '' ? `회원 ${targetId}번` : `${targetLabel} 님`;
}

/** For example `문의 ‘제목’` or `게시글 12번`. */
function targetName({ targetType, targetId, targetLabel }: Line): string {
  const kind = kindOf(targetType);
  return targetLabel === '' ? `${kind} ${targetId}번` : `${kind} ‘${targetLabel}’`;
}

/** The Korean name of a target type, which details of reveals spell in upper case. */
function kindOf(targetType: string): string {
  const known = AUDIT_TARGETS.find((type) => type === targetType.toLowerCase());
  return known ? AUDIT_TARGET_NAMES[known] : targetType;
}

function sourceName(line: Line): string {
  return `‘${detailValue(line, 'title')}’`;
}

/** The post or comment whose author is revealed; the number of the request when it is unknown. */
function revealTarget(line: Line): string {
  const id = detailValue(line, 'targetId');
  return id === ''
    ? `요청 ${line.targetId}번`
    : `${kindOf(detailValue(line, 'targetType'))} ${id}번`;
}

function roleOf(line: Line): string {
  return translateRoles(detailValue(line, 'role'));
}

function detailValue({ detail }: Line, name: string): string {
  return detail.find((entry) => entry.name === name)?.value ?? '';
}

function formatValue(name: string, value: string): string {
  return /^\d{4}-\d\d-\d\dT/.test(value) ? formatListDate(value) : auditValue(name, value);
}

/** What a save changed, with Korean names and values. */
export function changesOf({ changes }: Pick<AuditEntry, 'changes'>) {
  return changes.map(({ path, before, after }) => {
    const word = (value: string | null) =>
      value === null ? null : formatValue(path.at(-1) ?? '', value);
    return { place: auditPlace(path), before: word(before), after: word(after) };
  });
}

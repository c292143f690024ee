import { AUDIT_ACTION_NAMES, type AuditEntry } from '@naru/contract/audit';
import { siteIdentitySchema } from '@naru/contract/identity';
import { siteSettingsSchema } from '@naru/contract/settings';
import { describe, expect, it } from 'vitest';
import { changesOf, detailsOf, sentenceOf } from './audit.lines.ts';

type Line = Parameters<typeof sentenceOf>[0];
type Detail = AuditEntry['detail'];

const line = (action: string, rest: Partial<Line> = {}): Line => ({
  action,
  targetType: 'member',
  targetId: 7,
  targetLabel: '',
  detail: [],
  ...rest,
});
const details = (...pairs: [string, string][]): Detail =>
  pairs.map(([name, value]) => ({ name, value }));

describe('audit.lines', () => {
  it('has a Korean sentence for every action [AUDIT-01]', () => {
    const sentences = AUDIT_ACTION_NAMES.map((action) => sentenceOf(line(action)));
    for (const sentence of sentences) expect(sentence).toMatch(/^[^a-z]+(습니다)\.$/);
  });

  it('shows a role change as a sentence with translated details [AUDIT-01]', () => {
    const detail = details(['role', 'STUDENT'], ['before', 'USER'], ['after', 'USER, STUDENT']);
    const granted = line('role.grant', { targetLabel: '새벽바다', detail });
    expect(sentenceOf(granted)).toBe('새벽바다 님에게 학생 권한을 부여했습니다.');
    expect(detailsOf(granted)).toEqual([
      { name: '이전', value: '회원' },
      { name: '이후', value: '회원, 학생' },
    ]);
  });

  it('names the member whose address an ADMIN has seen [AUDIT-01]', () => {
    expect(sentenceOf(line('member.read-email', { targetLabel: '새벽바다' }))).toBe(
      '새벽바다 님의 이메일을 열람했습니다.',
    );
  });

  it('distinguishes an account that nobody used from one whose member left [PRIV-12]', () => {
    const unused = line('member.withdraw', { detail: details(['by', 'unused']) });
    expect(sentenceOf(unused)).toBe('오랫동안 사용하지 않아 계정이 삭제되었습니다.');
    expect(detailsOf(unused)).toEqual([]);
    expect(sentenceOf(line('member.withdraw'))).toBe('탈퇴했습니다.');
  });

  it('lists the filters of a search before the number of results', () => {
    const detail = details(['found', '3, 9'], ['nickname', '바다'], ['page', '0']);
    expect(detailsOf(line('member.search', { targetId: 0, detail }))).toEqual([
      { name: '닉네임', value: '바다' },
      { name: '검색한 회원', value: '2명 (3, 9)' },
    ]);
  });

  it('says whether an answer or the reason of a petition was removed [PETI-18]', () => {
    const answer = line('petition.redact', { detail: details(['answerId', '12']) });
    expect(sentenceOf(answer)).toBe('청원의 답변 12번을 삭제했습니다.');
    expect(detailsOf(answer)).toEqual([]);
    expect(sentenceOf(line('petition.redact'))).toBe('청원을 닫은 사유를 삭제했습니다.');
  });

  it('names the content of a reveal, never a person [ANON-28]', () => {
    const detail = details(['targetType', 'POST'], ['targetId', '52948024891068']);
    const reveal = line('reveal.open', { targetType: 'reveal', targetId: 3, detail });
    expect(sentenceOf(reveal)).toBe('게시글 52948024891068번의 작성자를 열람했습니다.');
    expect(detailsOf(reveal)).toEqual([]);
  });

  it('formats times, boards and settings as the other screens do', () => {
    const detail = details(
      ['before', '2026-11-20T23:59:59+09:00'],
      ['boardType', 'FREE'],
      ['setting', 'studyRoomMenu'],
      ['reason', 'null'],
    );
    expect(detailsOf(line('member.lift', { detail })).map(({ value }) => value)).toEqual([
      '2026-11-20 23:59',
      '자유게시판',
      '스터디룸 메뉴',
    ]);
  });

  it('has Korean words for every setting and for the details of a decision [AUDIT-57]', () => {
    const keys = { ...siteSettingsSchema.shape, ...siteIdentitySchema.shape };
    for (const setting of Object.keys(keys)) {
      const [shown] = detailsOf(line('setting.update', { detail: details(['setting', setting]) }));
      expect(shown?.value, setting).toMatch(/^[가-힣\d ]+$/);
    }
    const detail = details(['decision', 'KEEP'], ['closed', '5']);
    expect(detailsOf(line('inquiry.decide', { detail }))).toEqual([
      { name: '답변한 신고 수', value: '5' },
    ]);
  });

  it('names uploaded files instead of showing their paths [AUDIT-57]', () => {
    const change = (name: string, before: string | null, after: string) =>
      changesOf({ changes: [{ path: [name], before, after }] });
    const picture = (start: string) => `/files/${start.padEnd(24, 'x')}.webp`;
    expect(change('imageUrl', picture('abc123'), picture('Z-_9de'))).toEqual([
      { place: '사진', before: '올린 사진 (abc123)', after: '올린 사진 (Z-_9de)' },
    ]);
    const video = `/files/videos/${'v'.repeat(24)}.mp4`;
    expect(change('targetUrl', null, video)).toMatchObject([{ after: '올린 영상 (vvvvvv)' }]);
    const page = 'https://example.com/files/a.webp';
    expect(change('targetUrl', null, page)).toMatchObject([{ after: page }]);
  });

  it('shows the wire name of an unknown action', () => {
    expect(sentenceOf(line('pier.close', { targetType: 'pier' }))).toBe('pier.close (pier 7번)');
  });
});

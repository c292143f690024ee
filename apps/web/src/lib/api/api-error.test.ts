import { describe, expect, it } from 'vitest';
import { ApiError, errorFrom, isBusy, messageOf } from './api-error.ts';

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

describe('messageOf', () => {
  it("prefers the server's message", async () => {
    const error = await errorFrom(
      answer(409, { error: 'DUPLICATE', message: '이미 사용 중입니다.', requestId: 'r' }),
    );
    expect(messageOf(error, '저장 실패')).toBe('이미 사용 중입니다.');
  });

  it('returns the fallback for generic server errors [UI-22]', async () => {
    const broken = await errorFrom(
      answer(500, { error: 'INTERNAL', message: '서버 오류', requestId: 'r' }),
    );
    expect(messageOf(broken, '등록 실패. 다시 시도해주세요.')).toBe(
      '등록 실패. 다시 시도해주세요.',
    );
    expect(messageOf(await errorFrom(answer(502, 'bad gateway')), '이미지 업로드 실패')).toBe(
      '이미지 업로드 실패',
    );
    expect(messageOf(new Error('x'), '서버 에러 발생')).toBe('서버 에러 발생');
  });

  it('says when an overloaded server has time, and that it has not begun [UI-330]', async () => {
    const body = { error: 'OVERLOADED', message: '이용하는 사람이 많습니다.', requestId: 'r' };
    const headers = { 'retry-after': '4' };
    const error = await errorFrom(new Response(JSON.stringify(body), { status: 503, headers }));
    expect([messageOf(error, '저장 실패'), isBusy(error)]).toEqual([
      '이용하는 사람이 많습니다. (4초 뒤)',
      true,
    ]);
  });

  it('keeps network and rate limit messages', () => {
    const network = new ApiError({ status: 0, code: 'NETWORK', message: '연결할 수 없습니다.' });
    expect(messageOf(network, '저장 실패')).toBe('연결할 수 없습니다.');
  });
});

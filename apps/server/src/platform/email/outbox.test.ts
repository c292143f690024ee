import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { createOutbox, type Outbox } from './outbox.ts';

const clock = createTestClock();
let folder: string;
let outbox: Outbox;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naru-outbox-'));
  outbox = createOutbox({ folder, from: '나루 <no-reply@naru.localhost>', clock });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const KOREAN = {
  to: 'student@g.kmou.ac.kr',
  subject: '[나루] 회원가입 인증 코드를 보내 드립니다 🚢',
  text: '안녕하세요.\n\n인증 코드: 243417\n똠방각하 펲시콜라 & <b>태그</b> "따옴표"\n.\n끝',
};

describe('the outbox', () => {
  it('is empty before the first e-mail, also without a folder', async () => {
    await rm(folder, { recursive: true });
    expect(await outbox.list()).toEqual([]);
  });

  it('returns a Korean e-mail unchanged', async () => {
    await outbox.send(KOREAN);
    expect(await outbox.list()).toEqual([{ ...KOREAN, date: '2026-11-20T14:00:30+09:00' }]);
  });

  it('writes one .eml per e-mail in wire format and nothing else [OPS-04]', async () => {
    await outbox.send(KOREAN);
    const names = await readdir(folder);
    expect(names).toHaveLength(1);
    expect(names[0]).toMatch(/^\d{8}T\d{9}Z-\d{8}-[0-9a-f]{8}\.eml$/);
    const raw = await readFile(join(folder, names[0] ?? ''), 'latin1');
    expect(raw).toMatch(/^From: =\?UTF-8\?.+ <no-reply@naru\.localhost>\r\n/);
    expect(raw).toContain('To: student@g.kmou.ac.kr\r\n');
    expect(/[^\r]\n/.test(raw)).toBe(false);
  });

  it('lists at most 200, newest first, in writing order within one instant', async () => {
    for (let index = 0; index < 205; index += 1) {
      if (index === 100) clock.advance(60);
      await outbox.send({ ...KOREAN, subject: `이메일 ${index}` });
    }
    const listed = await outbox.list();
    expect(listed.map((mail) => mail.subject)).toEqual(
      Array.from({ length: 200 }, (_, index) => `이메일 ${204 - index}`),
    );
  });
});

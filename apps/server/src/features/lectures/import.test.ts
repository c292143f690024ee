import { endOf, startOf } from '@naru/contract/timetable';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cpuTimeOf } from '../../testing/cpu-time.ts';
import {
  createLecture,
  markLecture,
  readHours,
  readLecture,
} from '../../testing/factories/lectures.ts';
import { readAuditOf } from '../../testing/factories/settings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { readLectureFile } from './import.file.ts';

const TOO_LARGE = '502 파일이 너무 큽니다. 500줄 이하로 나누어 올려 주세요.';
const HEAD = '강의명,학년,학기,교수,강의 시간,강의실,학점';

let t: TestApp;
let manager: SignedIn;
let student: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  manager = await t.signIn('MANAGER');
  student = await t.signIn('STUDENT');
});
afterAll(() => t.close());

const send = (lines: string[], body: object = {}, head = HEAD) =>
  t.call('POST', '/api/admin/lectures/import', {
    as: manager,
    body: { csv: [head, ...lines].join('\r\n'), ...body },
  });
const save = (lines: string[], body: object = {}, head = HEAD) =>
  send(lines, { preview: false, ...body }, head);
const found = async (query: string) =>
  (
    await t.call('GET', `/api/lecture-room/list?query=${encodeURIComponent(query)}`, {
      as: student,
    })
  ).json.data;

const USUAL = { planned: { year: 2026, semester: 2 as const }, yearOf: () => 2026 };

describe('readLectureFile', () => {
  const read = (line: string, head = HEAD) => readLectureFile(`${head}\n${line}`, USUAL);

  it.each([
    ['월 9-11', ['MONDAY 9-11']],
    ['"월요일 9:00~11:00, 수 13-15"', ['MONDAY 9-11', 'WEDNESDAY 13-15']],
    ['"월 1-2교시/금3교시"', ['MONDAY 9-11', 'FRIDAY 11-12']],
    ['월 10:30-11:45', ['MONDAY 10-12 630-705']],
    ['"월 9:00~10:15, 수 13-13:50"', ['MONDAY 9-11 540-615', 'WEDNESDAY 13-14 780-830']],
    ['', []],
  ])('reads the times %s [TIME-68]', async (times, expected) => {
    const { lines, errors } = await read(`기계학습,3,2,윤슬,${times},,`);
    expect(errors).toEqual([]);
    expect(
      lines[0]?.lecture.lectureTimes.map((slot) => {
        const minutes = [startOf(slot), endOf(slot)];
        const text = `${slot.dow} ${slot.startTime}-${slot.endTime}`;
        return minutes.every((minute) => minute % 60 === 0) ? text : `${text} ${minutes.join('-')}`;
      }),
    ).toEqual(expected);
  });

  it('returns every bad line with its reason [LECT-74]', async () => {
    const csv = [
      HEAD,
      '기계학습,3,2,윤슬,월 9-11,공1-305,3',
      ',3,2,,,,',
      '운영체제,5,2,,,,',
      '운영체제,2,3,,,,',
      '운영체제,2,2,,월 아침,,',
      '운영체제,2,2,,월 11-9,,',
      '운영체제,2,2,,"월 9-11,월 10-12",,',
      '운영체제,2,2,,,,13',
      '  기계학습 ,1,2,윤슬,,,',
      '"운영체제" 둘,2,2,,,,',
    ].join('\n');
    const { errors } = await readLectureFile(csv, USUAL);
    expect(errors.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '3 강의명을 입력해 주세요.',
      '4 학년은 1부터 4까지의 숫자로 적어 주세요.',
      '5 학기는 1 또는 2로 적어 주세요.',
      '6 강의 시간의 ‘아침’을 읽을 수 없습니다.',
      '7 종료 시각은 시작 시각보다 늦어야 합니다.',
      '8 입력한 강의 시간이 서로 겹칩니다.',
      '9 학점은 0부터 12까지의 숫자로 적어 주세요.',
      '10 2번째 줄과 학기, 강의명, 교수가 같습니다. 한 강의의 시간은 한 줄에 모두 적고, 다른 강의이면 분반 열로 구별해 주세요.',
      '11 따옴표가 맞지 않습니다.',
    ]);
  });

  it.each([
    ['', '1 파일에 강의가 없습니다.'],
    ['이름,학년', '1 제목 줄에 강의명 열이 없습니다. 이 줄에 있는 것: 이름, 학년'],
    [['강의명,학년,학기', ...Array.from({ length: 501 }, () => '가,1,1')].join('\n'), TOO_LARGE],
    [`강의명,학년,학기\n${'가,1,1\n'.repeat(20_000)}`, TOO_LARGE],
    [`강의명,학년,학기\n${','.repeat(140_000)}`, TOO_LARGE],
    [`${'\n'.repeat(200)}강의명,학년,학기\n${'가,1,1\n'.repeat(450)}`, TOO_LARGE],
  ])('refuses a file without lectures: %#', async (csv, expected) => {
    const { lines, errors } = await readLectureFile(csv, USUAL);
    expect(lines).toEqual([]);
    expect(errors.map(({ line, message }) => `${line} ${message}`)).toEqual([expected]);
  });
});

describe('a hostile file of lectures', () => {
  it.each([
    ['of short lines before broken quotes', `${'가\n'.repeat(40_000)}${'"a"b\n'.repeat(60)}`],
    ['of times without end', `기계학습,3,2,윤슬,"${'월 9-11,'.repeat(15_000)}",,`],
  ])('%s does not hold the server [LECT-135]', async (_, lines) => {
    const used = await cpuTimeOf(async () => {
      const { errors } = await readLectureFile(`${HEAD}\n${lines}`, USUAL);
      expect(errors.length).toBeGreaterThan(0);
    });
    expect(used).toBeLessThan(500);
  });
});

describe('POST /api/admin/lectures/import', () => {
  it('previews without writing, then creates what was previewed, with one audit entry [LECT-74, AUDIT-01]', async () => {
    const before = (await readAuditOf(t, 'lecture.import')).length;
    const lines = ['로봇공학,3,2,한바다,"월 9-11, 수 13-15",공1-305,3', '로봇제어,4,2,,,,'];
    const preview = (await send(lines)).json;
    expect(preview).toMatchObject({ saved: false, unchanged: 0, errors: [] });
    expect(preview.changes.map(({ kind, title }: Record<string, string>) => [kind, title])).toEqual(
      [
        ['new', '로봇공학'],
        ['new', '로봇제어'],
      ],
    );
    expect(await found('로봇')).toEqual([]);
    const saved = await save(lines, { version: preview.version });
    expect([saved.status, saved.json.saved]).toEqual([200, true]);
    expect(await found('로봇공학')).toEqual([
      expect.objectContaining({
        year: 2026,
        semester: 2,
        grade: 3,
        professorName: '한바다',
        room: '공1-305',
        credit: 3,
        schedules: [
          { dow: 'MONDAY', startTime: 9, endTime: 11 },
          { dow: 'WEDNESDAY', startTime: 13, endTime: 15 },
        ],
      }),
    ]);
    const entries = await readAuditOf(t, 'lecture.import');
    expect(entries.slice(before)).toEqual([
      expect.objectContaining({
        actorId: manager.id,
        detail: { created: 2, changed: 0, terms: ['2026-2'] },
      }),
    ]);
    const again = (await save(lines)).json;
    expect(again).toMatchObject({ saved: true, changes: [], unchanged: 2 });
    expect(await readAuditOf(t, 'lecture.import')).toHaveLength(before + 1);
  });

  it('changes only the columns of the file, in the timetables too [LECT-74]', async () => {
    const values = { title: '제어공학', professorName: '가온', room: '공2', intro: '소개' };
    const id = await createLecture(t, student, values);
    await markLecture(t, student, id);
    const head = '강의명,학년,학기,교수,강의 시간';
    const { json } = await save(['제어공학,4,2,가온,화 10-12'], {}, head);
    expect(json.changes[0]).toMatchObject({
      kind: 'changed',
      fields: [
        { name: '학년', before: '2', after: '4' },
        { name: '강의 시간', before: '월 09:00-11:00', after: '화 10:00-12:00' },
      ],
    });
    expect(await readLecture(t, id)).toMatchObject({ grade: 4, location: '공2', intro: '소개' });
    expect(await readHours(t, student)).toEqual(['2-10', '2-11']);
  });

  it('points out lectures of the same title with another professor [LECT-75]', async () => {
    const id = await createLecture(t, student, { title: '선박설계', professorName: '윤슬' });
    const { json } = await send(['선박설계,2,2,노을,,,', '선박설계,2,1,노을,,,']);
    expect(json.changes.map(({ similar }: { similar: unknown }) => similar)).toEqual([
      [{ id, professorName: '윤슬' }],
      [],
    ]);
  });

  it('writes nothing of a file with a bad line, a clash or a late change [LECT-74]', async () => {
    const bad = await save(['해양학,2,2,,,,', '해양학,9,2,,,,']);
    expect(bad.status).toBe(400);
    expect(bad.json.errors).toEqual([
      { field: 'csv.3', message: '3번째 줄: 학년은 1부터 4까지의 숫자로 적어 주세요.' },
    ]);
    const busy = await t.signIn('STUDENT');
    for (const [title, day] of [
      ['파동', 'MONDAY'],
      ['광학', 'TUESDAY'],
    ] as const) {
      const lectureTimes = [{ day, start: 9, end: 11 }];
      await markLecture(t, busy, await createLecture(t, student, { title, lectureTimes }));
    }
    const clash = await save(['해양학,2,2,,,,', '광학,2,2,,월 10-12,,']);
    expect([clash.status, clash.json.error]).toEqual([409, 'LECTURE_CLASH']);
    expect(clash.json.message).toContain('3번째 줄');
    const { version } = (await send(['해양학,2,2,,,,'])).json;
    await createLecture(t, student, { title: '해양학 개론', grade: 2 });
    await createLecture(t, student, { title: '해양학', professorName: '가온' });
    const late = await save(['해양학,2,2,,,,'], { version });
    expect([late.status, late.json.error]).toEqual([409, 'EDIT_CONFLICT']);
    expect(await found('해양학')).toHaveLength(2);
  });

  it('creates everything once when a file is sent twice at once [LECT-74]', async () => {
    const lines = ['유체역학,2,2,,,,'];
    await Promise.all([save(lines), save(lines)]);
    expect(await found('유체역학')).toHaveLength(1);
  });
});

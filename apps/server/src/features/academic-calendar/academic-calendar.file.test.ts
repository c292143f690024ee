import { describe, expect, it } from 'vitest';
import { FILE_SOURCE, readDateFile as readFile } from './academic-calendar.file.ts';
import { presentEdited } from './academic-calendar.present.ts';

const readDateFile = (text: string) => readFile(text, '2026-11-20');

describe('readDateFile', () => {
  const read = (...lines: string[]) => readDateFile(lines.join('\r\n'));
  const messages = async (...lines: string[]) =>
    (await read('일정,시작일,종료일,종류,설명,링크', ...lines)).errors.map(
      ({ line, message }) => `${line} ${message}`,
    );

  it('reads a table, with the kind by the title where it names none [CAL-06]', async () => {
    const { dates, errors } = await read(
      '일정,시작일,종료일,종류,설명,링크',
      ' 개강 ,2026. 3. 2.,,,,',
      '중간고사,2026/04/20,20260424,,"1교시부터, 강의실별",https://example.com/exam',
      '체육대회,2026-05-07 (목),2026-05-08,휴일,,',
    );
    expect(errors).toEqual([]);
    const plain = { note: '', targetUrl: null, sourceId: expect.stringMatching(/^csv-\w{32}$/) };
    expect(dates).toEqual([
      { ...plain, title: '개강', kind: 'CLASSES', startDate: '2026-03-02', endDate: '2026-03-02' },
      {
        ...plain,
        title: '중간고사',
        kind: 'EXAM',
        startDate: '2026-04-20',
        endDate: '2026-04-24',
        note: '1교시부터, 강의실별',
        targetUrl: 'https://example.com/exam',
      },
      {
        ...plain,
        title: '체육대회',
        kind: 'HOLIDAY',
        startDate: '2026-05-07',
        endDate: '2026-05-08',
      },
    ]);
  });

  it('names each bad line [CAL-06]', async () => {
    expect(
      await messages(
        '개강,2026-03-02,,,,',
        ',2026-03-02,,,,',
        '개강,내일,,,,',
        '개강,2026-02-30,,,,',
        '개강,2026-03-03,2026-03-02,,,',
        '개강,2026-03-03,2028-03-02,,,',
        '개강,2026-03-03,,잔치,,',
        `개강,2026-03-03,,,${'가'.repeat(301)},`,
        '개강,2026-03-03,,,,javascript:alert(1)',
        `개강${'\u0301'.repeat(31)},2026-03-03,,,,`,
        '개강,2026-03-02,2026-03-05,,,',
      ),
    ).toEqual([
      '3 일정 이름을 입력해 주세요.',
      '4 날짜를 2026-03-02처럼 적어 주세요.',
      '5 날짜를 2026-03-02처럼 적어 주세요.',
      '6 종료일은 시작일보다 빠를 수 없습니다.',
      '7 일정은 시작일부터 400일 안에 끝나야 합니다.',
      '8 종류는 수업, 시험, 등록, 휴일, 행사 가운데 하나로 적어 주세요.',
      '9 설명은 300자 이하로 입력해 주세요.',
      '10 http:// 또는 https://로 시작하는 주소를 입력해 주세요.',
      '11 글자에 겹쳐 쓴 기호가 너무 많습니다. 기호를 줄여 주세요.',
      '12 2번째 줄과 일정, 시작일이 같습니다.',
    ]);
  });

  it.each([
    ['', '1 파일에 일정이 없습니다.'],
    ['일정,시작일', '1 파일에 일정이 없습니다.'],
    ['name,start\n개강,2026-03-02', '1 제목 줄에 일정 열이 없습니다. 이 줄에 있는 것: name, start'],
    ['BEGIN:VCALENDAR\nEND:VCALENDAR', '1 파일에 일정이 없습니다.'],
    ['BEGIN:VCALENDAR\nBEGIN:VEVENT', '1 달력 파일이 중간에 끊겼습니다.'],
  ])('refuses a file without dates: %# [CAL-06]', async (text, message) => {
    const { dates, errors } = await readDateFile(text);
    expect(dates).toEqual([]);
    expect(errors.map((error) => `${error.line} ${error.message}`)).toEqual([message]);
  });

  it('reads a calendar file, and says what it leaves out [CAL-06]', async () => {
    const event = (id: string, title: string, day: string) =>
      `BEGIN:VEVENT\nUID:${id}\nSUMMARY:${title}\nDTSTART;VALUE=DATE:${day}\nEND:VEVENT\n`;
    const { dates, errors, hints } = await readDateFile(
      `BEGIN:VCALENDAR\n${event('1', '기말고사', '20261214')}${event('1', '두 번', '20261214')}${event('2', '없는 날', '20260230')}END:VCALENDAR\n`,
    );
    expect(errors).toEqual([]);
    expect(dates).toMatchObject([{ sourceId: '1', title: '기말고사', kind: 'EXAM' }]);
    expect(hints).toEqual([
      '3번째 일정: 시작 날짜를 읽을 수 없습니다.',
      '두 번 나오거나 더 새로운 판이 있는 일정 1개를 뺍니다.',
    ]);
  });
});

describe('presentation of days', () => {
  it.each([
    [null, 'STAFF'],
    [FILE_SOURCE, 'FILE'],
    ['school-calendar', 'SOURCE'],
  ])('a date of %s comes from %s', (sourceKey, origin) => {
    const row = { id: 1, title: '개강', kind: 'TERM', sourceKey, isEdited: false };
    expect(presentEdited(row as never).origin).toBe(origin);
  });
});

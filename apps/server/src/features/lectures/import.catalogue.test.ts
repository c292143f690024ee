import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLineOf } from '../../platform/csv-lines.ts';
import { askAboutTerms, readLectureFile } from './import.file.ts';

const USUAL = {
  planned: { year: 2026, semester: 2 as const },
  yearOf: (semester: 1 | 2) => (semester === 1 ? 2027 : 2026),
};

const read = (...lines: string[]) => readLectureFile(lines.join('\n'), USUAL);

/** The first lecture of a file, with what the file says of it. */
async function readOne(...lines: string[]) {
  const { lines: found, ...rest } = await read(...lines);
  const { lecture, notes } = found[0] ?? {};
  return { ...lecture, notes, ...rest };
}

const ignored = async (...lines: string[]) => {
  const { reading, errors, lines: found } = await read(...lines);
  return {
    titles: found.map(({ lecture }) => lecture.title),
    ignored: reading.ignored.map(({ line, message }) => `${line} ${message}`),
    errors,
  };
};

describe('a catalogue', () => {
  it.each([
    ['교과목명,학년,담당교수', { title: '가', grade: 1, professorName: '2' }],
    ['과목명,대상학년,메인교수명', { title: '가', grade: 1, professorName: '2' }],
    ['교과목명(국문),이수 학년,담당 교수명', { title: '가', grade: 1, professorName: '2' }],
    ['강좌명*,권장학년,학점(시수)', { title: '가', grade: 1, credit: 2 }],
    ['교과목,개설학년,이수학점', { title: '가', grade: 1, credit: 2 }],
    ['과목,학년,개설학기', { semester: 2, year: 2026 }],
    ['과목,학년,강의장소', { room: '2' }],
    ['ＣＯＵＲＳＥ,Grade,Room', { title: '가', grade: 1, room: '2' }],
    ['"교과목\n명",학년,"담당\n교수"', { title: '가', professorName: '2' }],
  ])('may have the headings %s [LECT-74]', async (head, expected) => {
    expect(await readOne(head, '가,1,2')).toMatchObject({ ...expected, errors: [] });
  });

  it.each([
    ['학년', '3학년', { grade: 3, notes: [] }],
    ['학년', '전학년', { grade: 1, notes: ['학년 ‘전학년’은 1학년으로 저장합니다.'] }],
    ['학년', '"3,4"', { grade: 3, notes: ['학년 ‘3,4’는 3학년으로 저장합니다.'] }],
    ['학년,학점', '1,3.0', { credit: 3, notes: [] }],
    ['학년,학점', '1,3-3-0', { credit: 3, notes: ['학점 ‘3-3-0’은 3학점으로 저장합니다.'] }],
    ['학년,학점', '1,3(2-2)', { credit: 3 }],
    ['학년,학점', '1,-', { credit: null }],
    ['학년,교수', '1,김교수 외 1', { professorName: '김교수 외 1' }],
    ['학년,교수', '1,"홍길동,이순신"', { professorName: '홍길동,이순신' }],
    ['학년,교수', '1,"홍길동\n이순신"', { professorName: '홍길동, 이순신' }],
    ['학년,교수', '1,미정', { professorName: '', notes: ['교수 ‘미정’은 비워 둡니다.'] }],
    ['학년,학년도,학기', '1,2027학년도,1', { year: 2027, semester: 1 }],
    ['학년,학기', '1,2027-1', { year: 2027, semester: 1 }],
    ['학년,학기', '1,1학기', { year: 2027, semester: 1 }],
    ['학년,년도/학기', '1,2027년 제1학기', { year: 2027, semester: 1 }],
    ['학년', '1', { year: 2026, semester: 2 }],
    ['학년,강의시간(강의실)', '1,"화5,6(공학관 201)"', { room: '공학관 201', notes: [] }],
    [
      '학년,강의시간,강의실',
      '1,"화5,6(공학관 201)",수학관 1',
      { room: '수학관 1', notes: ['강의 시간의 ‘공학관 201’ 대신 강의실 열의 값을 저장합니다.'] },
    ],
    ['학년,강의시간', '1,미정', { notes: ['강의 시간 ‘미정’: 시간 없이 저장합니다.'] }],
    [
      '학년,강의시간',
      '1,원격수업',
      { room: '원격수업', notes: ['강의 시간 ‘원격수업’: 강의실에 적고 시간 없이 저장합니다.'] },
    ],
    [
      '학년,강의시간',
      '1,금 18:00~20:50 [야간]',
      { notes: ['강의 시간의 ‘야간’은 저장하지 않습니다.'] },
    ],
    [
      '학년,요일,교시',
      '1,월,"1,2"',
      { lectureTimes: [{ dow: 'MONDAY', startTime: 9, endTime: 11 }] },
    ],
    [
      '학년,요일,시작시간,종료시간',
      '1,월,09:00,11:00',
      { lectureTimes: [{ dow: 'MONDAY', startTime: 9, endTime: 11 }] },
    ],
  ])('may say of %s: %s [LECT-74]', async (head, line, expected) => {
    expect(await readOne(`과목명,${head}`, `가,${line}`)).toMatchObject({
      ...expected,
      errors: [],
    });
  });

  it.each([
    ['학년', '', '학년이 비어 있습니다. 합친 칸이었으면 나누어 줄마다 적어 주세요.'],
    ['학년', '5', '학년은 1부터 4까지의 숫자로 적어 주세요.'],
    ['학년,학점', '1,1.5', '학점은 정수만 저장할 수 있습니다: 1.5'],
    ['학년,학점', '1,P', '학점은 0부터 12까지의 숫자로 적어 주세요.'],
    ['학년,학기', '1,여름계절', '계절학기 강의는 저장할 수 없습니다. 학기는 1 또는 2입니다.'],
    ['학년,연도', '1,26', '학년도를 2026처럼 적어 주세요.'],
    ['학년,연도', '1,2027', '학기가 없습니다. 학년도와 함께 1 또는 2로 적어 주세요.'],
    ['학년,연도,학기', '1,2027,2026-1', '학년도 열과 학기 열의 연도가 다릅니다.'],
    ['학년,연도,학기', '1,1026,1', '학년도는 2000부터 2100까지만 저장할 수 있습니다.'],
    ['학년,강의시간', '1,"월1,화3,수5,목7"', '강의 시간은 3개까지 입력할 수 있습니다.'],
  ])(
    'says what is wrong with %s: %s, and reads the rest [LECT-74]',
    async (head, line, message) => {
      const { lines, errors } = await read(`과목명,${head}`, `가,${line}`, '나,2,,,');
      expect(errors).toEqual([{ line: 2, message }]);
      expect(lines.map(({ lecture }) => lecture.title)).toEqual(['나']);
    },
  );

  it('names titles, footers and repeated headings that it ignores [LECT-197]', async () => {
    const found = await ignored(
      '2027학년도 제1학기 개설강좌 목록,,',
      '출력일: 2026-11-20,,',
      '',
      '과목명,학년,비고',
      '가,1,',
      '과목명,학년,비고',
      '나,2,영어강의',
      '합계,,2과목',
      '※ 강의실은 바뀔 수 있습니다.,,',
    );
    expect(found).toEqual({
      titles: ['가', '나'],
      errors: [],
      ignored: [
        '1 제목 줄 위의 글입니다. ‘2027학년도 제1학기 개설강좌 목록’',
        '2 제목 줄 위의 글입니다. ‘출력일: 2026-11-20’',
        '6 제목 줄이 되풀이됩니다. ‘과목명 학년 비고’',
        '8 합계나 안내 줄입니다. ‘합계 2과목’',
        '9 합계나 안내 줄입니다. ‘※ 강의실은 바뀔 수 있습니다.’',
      ],
    });
  });

  it('takes the term from the title where no column names it [LECT-197]', async () => {
    const line = ['과목명,학년', '가,1'];
    expect(await readOne('2027학년도 제1학기 개설강좌,', ...line)).toMatchObject({
      year: 2027,
      semester: 1,
    });
    expect(await readOne('개설강좌(2025-2),', ...line)).toMatchObject({ year: 2025, semester: 2 });
  });

  it('names what it reads and what it does not, also below merged headings [LECT-197]', async () => {
    const { reading, lines } = await read(
      '이수구분\t교과목명\t학년\t수업\t\t강의실\t\t메인교수명\t담당교수',
      '\t\t\t요일\t교시\t\t\t\t',
      '전필\t가\t1\t월\t1,2\t공1\t덤\t\t홍길동\t끝',
    );
    expect(reading.columns.map(({ heading, name }) => `${heading}=${name}`)).toEqual([
      '교과목명=강의명',
      '학년=학년',
      '담당교수=교수',
      '교시=강의시간',
      '요일=요일',
      '강의실=강의실',
    ]);
    expect(reading.unread).toEqual(['이수구분', '메인교수명', 'G열(제목 없음)', 'J열(제목 없음)']);
    expect(lines[0]?.lecture).toMatchObject({ professorName: '홍길동', room: '공1' });
  });

  it('keeps sections of a lecture apart by their title [LECT-197]', async () => {
    const { lines, errors } = await read(
      '과목명,학년,분반,교수',
      '가,1,01,홍',
      '가,1,02,홍',
      '나,1,01,홍',
    );
    expect(errors).toEqual([]);
    expect(lines.map(({ lecture }) => lecture.title)).toEqual(['가 (01분반)', '가 (02분반)', '나']);
  });

  it('asks about terms that are over or far ahead [LECT-197]', async () => {
    const { lines } = await read(
      '과목,학년,학기',
      '가,1,2024-2',
      '나,1,2026-2',
      '다,1,2028-1',
      '라,1,2034-1',
    );
    expect(askAboutTerms(lines, USUAL.planned)).toEqual([
      '지난 학기인 2024년 2학기에 강의 1개를 저장합니다.',
      '먼 학기인 2034년 1학기에 강의 1개를 저장합니다.',
    ]);
  });
});

describe('every cell of a lecture', () => {
  const cell = (...values: string[]) => fc.constantFrom(...values);
  const NOTED = { 학년: 'grade', 학점: 'credit', 강의시간: 'lectureTimes' } as const;
  const row = fc.record({
    과목명: cell('자료구조', '자료구조 "실습"', ''),
    학년: cell('1', '2학년', '전학년', '9', ''),
    학점: cell('3.0', '3-3-0', 'P', ''),
    담당교수: cell('김교수 외 1', '홍길동', ''),
    강의시간: cell('월1,2(공 7)', '미정', '월 아침', '화 09:00~10:15', '', '수3 [야간]', '원격'),
    강의실: cell('공학관 201', ''),
  });

  it('is stored as it is, noted where it is stored otherwise, or its line is bad [LECT-197]', async () => {
    await fc.assert(
      fc.asyncProperty(row, async (cells) => {
        const csv = csvLineOf(Object.keys(cells)) + csvLineOf(Object.values(cells));
        const { lines, errors } = await readLectureFile(csv, USUAL);
        const [line] = lines;
        if (line === undefined) return errors.length > 0;
        const { lecture, notes } = line;
        const texts = [lecture.title, lecture.professorName, lecture.room, ...notes].join('\n');
        return Object.entries(cells).every(([name, value]) => {
          if (!(name in NOTED)) return texts.includes(value);
          const stored = lecture[NOTED[name as keyof typeof NOTED]];
          return value === '' || texts.includes(value) || (stored !== null && stored !== undefined);
        });
      }),
    );
  });
});

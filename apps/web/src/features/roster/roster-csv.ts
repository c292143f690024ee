import { writeCsv } from '../../lib/csv.ts';

export function rosterTemplate(): string {
  return writeCsv([
    ['학번', '이름', '이메일', '역할', '학년'],
    ['20270001', '김하늘', 'haneul@example.ac.kr', '학생', '1'],
    ['prof2027', '윤바다', 'bada@example.ac.kr', '교수', ''],
  ]);
}

export function rollOverTemplate(): string {
  return writeCsv([
    ['학번', '이름', '구분', '종료일'],
    ['20230001', '김하늘', '졸업', ''],
    ['20260007', '윤바다', '조교', '2028-02-29'],
    ['20260008', '한노을', '학생회', ''],
    ['20250009', '서가람', '조교 종료', ''],
  ]);
}

import { writeCsv } from '../../../lib/csv.ts';

const HEADING = ['강의명', '학년', '학기', '학년도', '교수', '강의 시간', '강의실', '학점', '소개'];

export function templateCsv(year: number): string {
  const start = (title: string) => [title, '3', '2', String(year), '홍길동'];
  return writeCsv([
    HEADING,
    [...start('기계학습'), '월 9-11, 수 13-15', '공1-305', '3', ''],
    [...start('운영체제'), '월 10:30-11:45, 수 10:30-11:45', '공1-410', '3', ''],
    [...start('자료구조 실험'), '금 5-7교시', '공1-210', '2', '실습을 함께 합니다.'],
  ]);
}

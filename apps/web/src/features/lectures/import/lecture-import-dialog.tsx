import type { LectureChange, LectureImport } from '@naru/contract/lecture-import';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { TriangleAlert } from 'lucide-react';
import { CsvImportDialog } from '../../../entities/csv-import/csv-import-dialog.tsx';
import { writeCsv } from '../../../lib/csv.ts';
import { Badge } from '../../../ui/badge.tsx';
import { previewLectures, useImportLectures } from '../lectures.mutations.ts';

const HEADING = ['강의명', '학년', '학기', '학년도', '교수', '강의 시간', '강의실', '학점', '소개'];

function templateCsv(year: number): string {
  const start = (title: string) => [title, '3', '2', String(year), '홍길동'];
  return writeCsv([
    HEADING,
    [...start('기계학습'), '월 9-11, 수 13-15', '공1-305', '3', ''],
    [...start('운영체제'), '월 10:30-11:45, 수 10:30-11:45', '공1-410', '3', ''],
    [...start('자료구조 실험'), '금 5-7교시', '공1-210', '2', '실습을 함께 합니다.'],
  ]);
}

export function LectureImportDialog(props: { year: number; onClose: () => void }) {
  const { year, onClose } = props;
  const saving = useImportLectures();
  return (
    <CsvImportDialog
      title="CSV로 강의 가져오기"
      onClose={onClose}
      guide={
        <>
          <p>
            첫 줄은 제목입니다. 강의명, 학년, 학기는 꼭 있어야 하고 학년도, 교수, 강의 시간, 강의실,
            학점, 소개는 있는 것만 바뀝니다. 학년도가 없으면 아직 끝나지 않은 가장 가까운 학기로
            봅니다.
          </p>
          <p className="rounded-md bg-deck px-3 py-1.5 text-sm">
            {`기계학습, 3, 2, ${year}, 홍길동, "월 9-11, 수 10:30-11:45", 공1-305, 3`}
          </p>
          <p>
            학기, 강의명, 교수가 같은 강의는 고치고 나머지는 새로 만듭니다. 파일에 없는 강의는
            그대로 남습니다.
          </p>
        </>
      }
      template={{ name: '강의-양식.csv', csv: () => templateCsv(year) }}
      source={{
        maxLength: LIMITS.lectureFileMax,
        tooLarge: TEXTS.lectureFileTooLarge,
        preview: previewLectures,
        save: saving.mutateAsync,
        done: '강의를 가져왔습니다.',
        failed: '강의를 가져오지 못했습니다.',
        onImported: onClose,
      }}
      show={(preview) => <LecturePreview preview={preview} />}
    />
  );
}

function LecturePreview({ preview: { changes, unchanged } }: { preview: LectureImport }) {
  if (changes.length === 0) {
    return (
      <p className="text-ink-2">바뀌는 강의가 없습니다. 이미 같은 내용으로 등록되어 있습니다.</p>
    );
  }
  const created = changes.filter(({ kind }) => kind === 'new').length;
  const counts = [
    `새 강의 ${created}개`,
    `바뀌는 강의 ${changes.length - created}개`,
    `그대로인 강의 ${unchanged}개`,
  ];
  return (
    <>
      <h3 className="mb-2 font-bold">{counts.join(' · ')}</h3>
      <ul className="grid gap-2">
        {changes.map((change) => (
          <Change key={change.line} change={change} />
        ))}
      </ul>
    </>
  );
}

function Change({ change }: { change: LectureChange }) {
  const { line, kind, title, year, semester, professorName, fields, similar } = change;
  const isNew = kind === 'new';
  return (
    <li className="grid gap-1 rounded-ctl border border-line p-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={isNew ? 'tide' : 'gold'}>{isNew ? '새 강의' : '변경'}</Badge>
        <span className="font-semibold [overflow-wrap:anywhere]">{title}</span>
        <span className="text-ink-3 text-sm">
          {[`${year}년 ${semester}학기`, professorName && `${professorName} 교수`, `${line}번째 줄`]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      {fields.map(({ name, before, after }) => (
        <p key={name} className="text-sm [overflow-wrap:anywhere]">
          <span className="text-ink-3">{name}</span> {before || '없음'} → {after || '없음'}
        </p>
      ))}
      {similar.length > 0 && (
        <p className="flex items-start gap-1.5 text-gold text-sm">
          <TriangleAlert size={16} className="mt-0.5 shrink-0" />이 학기에 이름이 같은 강의가 이미
          있습니다:{' '}
          {similar
            .map(({ professorName: name }) => (name ? `${name} 교수` : '교수 없음'))
            .join(', ')}
          . 다른 분반인지 확인해 주세요.
        </p>
      )}
    </li>
  );
}

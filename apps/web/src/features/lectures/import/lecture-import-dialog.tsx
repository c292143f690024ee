import type { LectureChange, LectureImport } from '@naru/contract/lecture-import';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { type Term, termName } from '@naru/contract/timetable';
import { TriangleAlert } from 'lucide-react';
import { CsvImportDialog } from '../../../entities/csv-import/csv-import-dialog.tsx';
import { writeCsv } from '../../../lib/csv.ts';
import { Badge } from '../../../ui/badge.tsx';
import { previewLectures, useImportLectures } from '../lectures.mutations.ts';

const HEADING = ['강의명', '학년', '학기', '학년도', '교수', '강의 시간', '강의실', '학점', '소개'];

function templateCsv({ year, semester }: Term): string {
  const start = (title: string) => [title, '3', String(semester), String(year), '홍길동'];
  return writeCsv([
    HEADING,
    [...start('기계학습'), '월 09:00-11:00, 수 13:00-15:00', '공1-305', '3', ''],
    [...start('운영체제'), '월 10:30-11:45, 수 10:30-11:45', '공1-410', '3', ''],
    [...start('자료구조 실험'), '금 5-7교시', '공1-210', '2', '실습을 함께 합니다.'],
  ]);
}

export function LectureImportDialog(props: { term: Term; onClose: () => void }) {
  const { term, onClose } = props;
  const saving = useImportLectures();
  return (
    <CsvImportDialog
      title="CSV로 강의 가져오기"
      onClose={onClose}
      guide={
        <>
          <p>
            학교 시스템에서 내려받은 강의 목록을 CSV로 올리거나 아래 양식을 채웁니다. 강의명과
            학년은 꼭 있어야 하고 학기, 학년도, 교수, 강의 시간, 강의실, 학점, 소개는 있는 것만
            바뀝니다. 학기가 없으면 {termName(term)}로 봅니다.
          </p>
          <p className="rounded-md bg-deck px-3 py-1.5 text-sm">
            {`기계학습, 3, ${term.semester}, ${term.year}, 홍길동, "월 09:00~11:00, 수 1,2교시", 공1-305, 3`}
          </p>
          <p>
            학기, 강의명, 교수가 같은 강의는 수정하고 나머지는 새로 만듭니다. 파일에 없는 강의는
            그대로 남습니다.
          </p>
        </>
      }
      template={{ name: '강의-양식.csv', csv: () => templateCsv(term) }}
      source={{
        maxLength: LIMITS.lectureFileMax,
        tooLarge: TEXTS.lectureFileTooLarge,
        mayLeaveOut: true,
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
  const { line, kind, title, year, semester, professorName, fields, notes, similar } = change;
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
      <p className="text-ink-2 text-sm [overflow-wrap:anywhere]">{storedText(change)}</p>
      {notes.map((note) => (
        <p key={note} className="text-gold text-sm [overflow-wrap:anywhere]">
          {note}
        </p>
      ))}
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

/** What is stored besides the title, complete. */
function storedText({ grade, times, room, credit, intro }: LectureChange): string {
  const credits = credit === null ? '학점 없음' : `${credit}학점`;
  const facts = [`${grade}학년`, times || '시간 없음', room || '강의실 없음', credits, intro];
  return facts.filter(Boolean).join(' · ');
}

import { LIMITS } from '@naru/contract/limits';
import type { RosterImport, RosterVerdict } from '@naru/contract/roster';
import { TEXTS } from '@naru/contract/texts';
import { useState } from 'react';
import { CsvImportDialog } from '../../entities/csv-import/csv-import-dialog.tsx';
import { writeCsv } from '../../lib/csv.ts';
import { previewRoster, useImportRoster } from './roster.queries.ts';
import { type Verdict, VerdictList } from './verdict-list.tsx';

const VERDICTS: Record<RosterVerdict, Verdict> = {
  LEFT_OUT: { label: '제외', tone: 'buoy' },
  NEW: { label: '초대', tone: 'tide' },
  GRANT: { label: '권한 부여', tone: 'sea' },
  CHANGE: { label: '변경', tone: 'gold' },
  INVITED: { label: '초대함', tone: 'plain' },
  SAME: { label: '그대로', tone: 'plain' },
};

const WRITES: readonly RosterVerdict[] = ['NEW', 'GRANT', 'CHANGE'];
const maySave = ({ counts }: RosterImport) =>
  counts.some(({ verdict }) => WRITES.includes(verdict));

export function RosterImportDialog({ onClose }: { onClose: () => void }) {
  const saving = useImportRoster();
  const [id] = useState(() => crypto.randomUUID());
  return (
    <CsvImportDialog
      title="명부 가져오기"
      confirmLabel="저장하고 초대"
      onClose={onClose}
      guide={
        <>
          <p>
            첫 줄은 제목입니다. 학번, 이름, 이메일, 권한은 꼭 있어야 하고 학년은 없어도 됩니다.
            권한은 회원, 학생, 교수, 학생회, 조교 가운데 하나입니다.
          </p>
          <p className="rounded-md bg-deck px-3 py-1.5 text-sm">
            20270001, 김하늘, haneul@example.ac.kr, 학생, 1
          </p>
          <p>
            새로운 사람에게는 초대 이메일이 가고, 이미 가입한 회원은 권한을 바로 받습니다. 명부가
            있으면 명부와 다르게 가입하는 사람은 운영진의 확인을 기다립니다.
          </p>
        </>
      }
      template={{ name: '명부-양식.csv', csv: rosterTemplate }}
      source={{
        maxLength: LIMITS.rosterFileMax,
        tooLarge: TEXTS.rosterFileTooLarge,
        mayLeaveOut: true,
        preview: previewRoster,
        maySave,
        // The same file and preview again is the same request.
        save: (file) => saving.mutateAsync({ ...file, clientId: `${id}-${file.version}` }),
        done: '명부를 저장했습니다. 초대 이메일은 차례로 나갑니다.',
        failed: '명부를 저장하지 못했습니다.',
        onImported: onClose,
      }}
      show={(preview) => (
        <VerdictList
          verdicts={VERDICTS}
          rows={preview.changes}
          counts={preview.counts}
          detail={({ email }) => (
            <p className="text-ink-3 text-sm [overflow-wrap:anywhere]">{email}</p>
          )}
        />
      )}
    />
  );
}

function rosterTemplate(): string {
  return writeCsv([
    ['학번', '이름', '이메일', '권한', '학년'],
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

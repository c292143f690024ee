import { reasonBody } from '@naru/contract/fields';
import { LIMITS } from '@naru/contract/limits';
import type { RollOver, RollOverChange, RollOverVerdict } from '@naru/contract/roll-over';
import { countGraphemes } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { useRef, useState } from 'react';
import { CsvImportDialog } from '../../entities/csv-import/csv-import-dialog.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { previewRollOver, useRollOver } from './roster.queries.ts';
import { rollOverTemplate } from './roster-import-dialog.tsx';
import { type Verdict, VerdictList } from './verdict-list.tsx';

const VERDICTS: Record<RollOverVerdict, Verdict> = {
  LEFT_OUT: { label: '제외', tone: 'buoy' },
  REVOKE: { label: '권한 회수', tone: 'gold' },
  GRANT: { label: '권한 부여', tone: 'sea' },
  LAST_DAY: { label: '종료일 변경', tone: 'tide' },
  SAME: { label: '그대로', tone: 'plain' },
};

const KEEPS: readonly RollOverVerdict[] = ['SAME', 'LEFT_OUT'];
const maySave = ({ counts }: RollOver) => counts.some(({ verdict }) => !KEEPS.includes(verdict));

export function RollOverDialog({ onClose }: { onClose: () => void }) {
  const applying = useRollOver();
  const [id] = useState(() => crypto.randomUUID());
  const [dropMissing, setDropMissing] = useState(false);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const reasonField = useRef<HTMLInputElement>(null);

  function check(): boolean {
    const read = reasonBody.safeParse({ reason });
    setProblem(read.success ? undefined : read.error.issues[0]?.message);
    if (!read.success) reasonField.current?.focus();
    return read.success;
  }

  return (
    <CsvImportDialog
      title="학년도 전환"
      confirmLabel="한꺼번에 적용"
      onClose={onClose}
      guide={<Guide />}
      template={{ name: '학년도-전환-양식.csv', csv: rollOverTemplate }}
      options={
        <div className="grid gap-3">
          <Checkbox
            checked={dropMissing}
            onChange={({ target }) => setDropMissing(target.checked)}
            label="파일에 없는 재학생의 학생 권한 회수"
          />
          <Field
            label="사유"
            hint="모든 변경의 감사 기록에 남습니다."
            required
            error={problem}
            counter={{ count: countGraphemes(reason.trim()), max: LIMITS.reasonMax }}
          >
            <TextInput ref={reasonField} value={reason} onText={setReason} autoComplete="off" />
          </Field>
        </div>
      }
      source={{
        maxLength: LIMITS.rosterFileMax,
        tooLarge: TEXTS.rosterFileTooLarge,
        choices: String(dropMissing),
        preview: (csv) => previewRollOver(csv, dropMissing),
        maySave,
        check,
        save: (file) =>
          applying.mutateAsync({
            ...file,
            dropMissing,
            reason,
            clientId: `${id}-${file.version}`,
          }),
        done: '권한을 변경하고 알렸습니다.',
        failed: '권한을 변경하지 못했습니다.',
        onImported: onClose,
      }}
      show={(preview) => <Preview preview={preview} dropsMissing={dropMissing} />}
    />
  );
}

function Guide() {
  return (
    <>
      <p>
        첫 줄은 제목입니다. 학번과 구분은 꼭 있어야 하고 이름과 종료일은 없어도 됩니다. 구분은 졸업,
        재학, 조교, 조교 종료, 학생회, 학생회 종료 가운데 하나입니다.
      </p>
      <p className="rounded-md bg-deck px-3 py-1.5 text-sm">20260007, 조교, 2028-02-29</p>
      <p>
        졸업한 회원은 학생과 학생회 권한을 잃고 회원으로 남습니다. 종료일이 있는 조교와 학생회는
        그날이 지나면 권한이 자동으로 회수됩니다.
      </p>
    </>
  );
}

function Preview(props: { preview: RollOver; dropsMissing: boolean }) {
  const { preview, dropsMissing } = props;
  const { missing, changes, counts } = preview;
  return (
    <div className="grid gap-3">
      {missing > 0 && !dropsMissing && (
        <p className="rounded-ctl bg-deck px-3.5 py-2.5 text-ink-2 text-md">
          파일에 없는 학생 {missing.toLocaleString('ko-KR')}명은 그대로 둡니다.
        </p>
      )}
      <VerdictList verdicts={VERDICTS} rows={changes} counts={counts} detail={lastDayOf} />
    </div>
  );
}

function lastDayOf({ lastDay, verdict }: RollOverChange) {
  if (lastDay === null) {
    return verdict === 'LAST_DAY' && <p className="text-ink-2 text-sm">종료일을 없앱니다.</p>;
  }
  return <p className="text-ink-2 text-sm">{lastDay}까지</p>;
}

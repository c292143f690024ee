import { isProfessor } from '@naru/contract/roles';
import { TEXTS } from '@naru/contract/texts';
import { Search, X } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextInput } from '../../../ui/text-input.tsx';

/** The member who owns the lecture room. */
export type Professor = { id: number; nickname: string };

type ProfessorFieldProps = {
  professor: Professor | null;
  onProfessor: (professor: Professor | null) => void;
  error?: string | undefined;
};

async function findProfessor(nickname: string): Promise<Professor | null> {
  const { members } = await api('GET /api/friend/search', { query: { nickname } });
  const [member] = members;
  return member && isProfessor(member.roles) ? member : null;
}

/** Lets staff choose the owner of the room by exact nickname. */
export function ProfessorField({ professor, onProfessor, error }: ProfessorFieldProps) {
  const [nickname, setNickname] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function find(): Promise<void> {
    const trimmed = nickname.trim();
    if (isBusy || trimmed === '') return;
    setBusy(true);
    try {
      const found = await findProfessor(trimmed);
      setProblem(found === null ? TEXTS.lectureProfessorUnknown : null);
      if (found !== null) onProfessor(found);
    } catch (failure) {
      setProblem(messageOf(failure));
    } finally {
      setBusy(false);
    }
  }

  if (professor !== null) {
    return (
      <div className="grid gap-1.5">
        <p className="font-semibold text-ink-2 text-md">담당 교수 회원</p>
        <p className="flex items-center gap-2 rounded-ctl bg-deck py-1 pr-1 pl-3">
          <bdi className="flex-1 font-semibold">{professor.nickname}</bdi>
          <IconButton label="담당 교수 지우기" tooltip={false} onClick={() => onProfessor(null)}>
            <X size={18} />
          </IconButton>
        </p>
      </div>
    );
  }
  return (
    <div className="flex items-start gap-2">
      <Field
        label="담당 교수 회원"
        error={problem ?? error}
        hint="강의실을 맡을 교수의 정확한 닉네임을 입력해 주세요."
        className="min-w-0 flex-1"
      >
        <TextInput value={nickname} onText={setNickname} onSubmitText={() => void find()} />
      </Field>
      <Button
        className="mt-7"
        pending={isBusy}
        icon={<Search size={16} />}
        onClick={() => void find()}
      >
        찾기
      </Button>
    </div>
  );
}

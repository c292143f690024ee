import { isProfessor } from '@naru/contract/roles';
import { TEXTS } from '@naru/contract/texts';
import { useMutation } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
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

/** Lets staff choose the owner of the room by exact nickname. */
export function ProfessorField({ professor, onProfessor, error }: ProfessorFieldProps) {
  const [nickname, setNickname] = useState('');
  const search = useMutation({
    mutationFn: async (typed: string) => {
      const query = { nickname: typed.trim() };
      const member = await api('GET /api/friend/search', { query }).catch(nullIfUnknown);
      return member && isProfessor(member.roles) ? member : null;
    },
    onSuccess: (found) => found && onProfessor(found),
  });
  const unknown = search.data === null ? TEXTS.lectureProfessorUnknown : undefined;
  const find = (typed: string) => {
    if (!search.isPending && typed.trim() !== '') search.mutate(typed);
  };

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
        error={search.error ? messageOf(search.error) : (unknown ?? error)}
        hint="강의실을 맡을 교수의 정확한 닉네임을 입력해 주세요."
        className="min-w-0 flex-1"
      >
        <TextInput value={nickname} onText={setNickname} onSubmitText={find} />
      </Field>
      <Button
        className="mt-7"
        pending={search.isPending}
        icon={<Search size={16} />}
        onClick={() => find(nickname)}
      >
        검색
      </Button>
    </div>
  );
}

function nullIfUnknown(error: unknown): null {
  if (error instanceof ApiError && error.code === 'MEMBER_UNKNOWN') return null;
  throw error;
}

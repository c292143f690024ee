import type { Board } from '@naru/contract/boards';
import { PETITION_BODIES, type PetitionAddressee } from '@naru/contract/petition-bodies';
import { TEXTS } from '@naru/contract/texts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAttachments } from '../../../entities/attachments/use-attachments.ts';
import { petitionKeys } from '../../../entities/keys.ts';
import { WritingForm } from '../../../entities/writing/writing-form.tsx';
import { api } from '../../../lib/api/api.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { SimilarQuestions } from './similar-questions.tsx';

type PetitionFormProps = {
  board: Board;
  memberId: number;
  onSaved: () => void;
  onCancel: () => void;
};

/** The form of a new petition; its text stays as it is once it is up. */
export function PetitionForm({ board, memberId, onSaved, onCancel }: PetitionFormProps) {
  const client = useQueryClient();
  const rules = useQuery({
    queryKey: petitionKeys.rules,
    queryFn: ({ signal }) => api('GET /api/petitions/rules', { signal }),
  });
  const attachments = useAttachments([]);
  const [title, setTitle] = useState('');
  const [chosen, setChosen] = useState<PetitionAddressee | null>(null);
  const [isConfirmed, setConfirmed] = useState(false);
  const [isRefused, setRefused] = useState(false);
  if (!rules.data) {
    return <LoadState query={rules} failed="청원 규칙을 불러오지 못했습니다." rows={5} />;
  }
  const { threshold, collectDays, answerDays, addressees } = rules.data;
  const addressee = addressees.find((one) => one === chosen) ?? addressees[0] ?? 'OFFICE';
  return (
    <WritingForm
      isNew
      onTitle={setTitle}
      belowTitle={<SimilarQuestions title={title} isOfPetitions />}
      draftKeys={[{ memberId, boardType: board.type, postId: null }]}
      initial={{ title: '', html: '' }}
      texts={{ required: TEXTS.postRequired, unknownFailure: TEXTS.postRequired }}
      attachments={attachments}
      submitLabel="청원하기"
      doneText="청원을 올렸습니다."
      head={
        <>
          <p className="text-ink-2 text-md">
            {collectDays}일 동안 {threshold}명이 서명하면, 그날부터 {answerDays}일 안에 답변을
            받습니다. 올린 청원은 수정할 수 없습니다.
          </p>
          <div>
            <p className="mb-1.5 font-semibold text-md" aria-hidden="true">
              답변을 받을 곳
            </p>
            <Segmented
              label="답변을 받을 곳"
              items={addressees.map((value) => ({ value, label: PETITION_BODIES[value].name }))}
              value={addressee}
              onChange={setChosen}
            />
          </div>
        </>
      }
      foot={
        <div>
          <Checkbox
            label="교수·직원·학생 등 개인의 이름이나 그 사람을 알아볼 수 있는 내용을 쓰지 않았고, 비방하지 않았습니다."
            checked={isConfirmed}
            aria-invalid={isRefused && !isConfirmed}
            onChange={({ target }) => setConfirmed(target.checked)}
          />
          {isRefused && !isConfirmed && (
            <p role="alert" className="font-medium text-buoy text-sm">
              {TEXTS.petitionConfirm}
            </p>
          )}
        </div>
      }
      choices={chosen ?? ''}
      onRestoreChoices={(text) => setChosen(addressees.find((one) => one === text) ?? null)}
      onCheck={() => {
        setRefused(!isConfirmed);
        return isConfirmed;
      }}
      save={async (writing) =>
        (await api('POST /api/petitions', { body: { ...writing, addressee, isConfirmed: true } }))
          .id
      }
      onSaved={() => {
        void client.invalidateQueries();
        onSaved();
      }}
      onCancel={onCancel}
    />
  );
}

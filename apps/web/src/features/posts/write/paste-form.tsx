import type { Board } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import { withParticles } from '@naru/contract/particles';
import { sourceField } from '@naru/contract/posts';
import { TEXTS } from '@naru/contract/texts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { WritingForm } from '../../../entities/writing/writing-form.tsx';
import { api } from '../../../lib/api/api.ts';
import { Field } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';

type PasteFormProps = {
  board: Board;
  memberId: number;
  onSaved: () => void;
  onCancel: () => void;
};

/** Copies a notice of the school or department site: its address, its title and its text. */
export function PasteForm({ board, memberId, onSaved, onCancel }: PasteFormProps) {
  const client = useQueryClient();
  const [address, setAddress] = useState('');
  const [error, setError] = useState<string | undefined>();
  const check = () => {
    const found = z.safeParse(sourceField, address).error?.issues[0]?.message;
    setError(found);
    return found === undefined;
  };
  return (
    <WritingForm
      isNew
      draftKeys={[{ memberId, boardType: board.type, postId: null }]}
      initial={{ title: '', html: '' }}
      texts={{ required: TEXTS.postRequired, unknownFailure: '서버 에러 발생' }}
      choices={address}
      onRestoreChoices={setAddress}
      isTouched={address !== ''}
      onCheck={check}
      head={
        <>
          <p className="text-ink-2 text-md">
            {board.sourceName}에 올라온 공지의 주소를 적고, 제목과 내용을 복사해 붙여 주세요.
            작성자는 {withParticles(`‘${board.sourceName}’으로(로)`)} 보이고, 누가 옮겼는지는 감사
            기록에 남습니다.
          </p>
          <Field
            label="원문 주소"
            required
            hint="글 아래에 원문으로 가는 링크가 보입니다."
            error={error}
          >
            <TextInput
              inputMode="url"
              placeholder="https://"
              maxLength={LIMITS.linkMax}
              value={address}
              onText={(text) => {
                setAddress(text);
                setError(undefined);
              }}
            />
          </Field>
        </>
      }
      save={async (writing) => {
        const body = { boardType: board.type, ...writing, targetUrl: address };
        return (await api('POST /api/admin/notices', { body })).id;
      }}
      onSaved={() => {
        void client.invalidateQueries();
        onSaved();
      }}
      onCancel={onCancel}
    />
  );
}

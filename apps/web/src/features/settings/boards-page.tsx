import { ANONYMOUS_CHOICE_BOARDS, BOARDS, type BoardType } from '@naru/contract/boards';
import { HEAD_BOARDS, type HeadsOfBoard } from '@naru/contract/heads';
import { LIMITS } from '@naru/contract/limits';
import type { EditedSettings } from '@naru/contract/settings';
import { type Control, Controller } from 'react-hook-form';
import { nestedMessage } from '../../lib/forms.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { BoardHeadsFields } from './board-heads-fields.tsx';
import { type BoardsValues, boardsBody } from './boards-values.ts';
import { PetitionRules, petitionRulesText, readCount } from './petition-rules.tsx';
import { SETTINGS } from './setting-names.ts';
import { SettingsForm, SettingsPage, SettingsPart, useSettingsApi } from './settings-form.tsx';
import { useEditedForm } from './use-edited-form.ts';

const LABELS = {
  ...Object.fromEntries(
    HEAD_BOARDS.map((board) => [`heads.${board}`, `${BOARDS[board].name} 말머리`]),
  ),
  anonymousBoards: SETTINGS.anonymousBoards.label,
  blindAfter: SETTINGS.blindAfter.label,
  petitions: SETTINGS.petitions.label,
};

/** Heads, anonymous posts, reports that hide a post, and rules of petitions. */
export function BoardsPage() {
  return <SettingsPage form={BoardsForm} />;
}

function textOf(path: string, value: unknown): string {
  if (typeof value === 'number') return value === 0 ? '가리지 않음' : `${value}명`;
  if (path === 'anonymousBoards') {
    return (value as BoardType[]).map((type) => BOARDS[type].name).join('\n');
  }
  if (path === 'petitions') return petitionRulesText(value as EditedSettings['petitions']);
  const { heads, isRequired } = value as HeadsOfBoard;
  const lines = heads.map(({ name, isRetired }) => (isRetired ? `${name} (쓰지 않음)` : name));
  return [...lines, ...(isRequired ? ['꼭 골라야 함'] : [])].join('\n');
}

function BoardsForm({ initial }: { initial: EditedSettings }) {
  const edited = useEditedForm(boardsBody, initial, {
    ...useSettingsApi(),
    labels: LABELS,
    textOf,
  });
  const { register, control, formState } = edited.form;
  const { errors } = formState;
  return (
    <SettingsForm label="게시판 설정" edited={edited}>
      <SettingsPart
        title="말머리"
        hint={`글 제목 앞에 붙는 짧은 말입니다. 게시판마다 ${LIMITS.heads}개까지 정할 수 있고, 목록에서 말머리로 골라 볼 수 있습니다. 이름을 바꾸면 그 말머리를 단 글에도 새 이름이 보입니다. 쓰지 않는 말머리는 이미 단 글에만 남습니다.`}
        setting="heads"
      >
        {HEAD_BOARDS.map((board) => (
          <BoardHeadsFields
            key={board}
            board={board}
            control={control}
            errors={errors.heads?.[board]}
            register={register}
          />
        ))}
      </SettingsPart>
      <SettingsPart
        title="익명으로 쓰기"
        hint="고른 게시판에서는 글을 쓸 때 이름을 숨길 수 있습니다. 비밀게시판처럼 운영진에게도 보이지 않고, 관리자 두 명이 함께 승인할 때만 확인합니다. 나중에 끄면 새 글만 막히고, 이미 쓴 글은 익명으로 남습니다."
        setting="anonymousBoards"
      >
        <AnonymousBoards control={control} error={nestedMessage(errors.anonymousBoards)} />
      </SettingsPart>
      <SettingsPart
        title="신고가 많은 글 가리기"
        hint="서로 다른 회원 여러 명이 신고한 글과 댓글을 운영진이 결정할 때까지 자동으로 가립니다. 공지는 가리지 않습니다."
        setting="blindAfter"
      >
        <Field
          label={LABELS.blindAfter}
          hint={`${LIMITS.blindAfterMin}명에서 ${LIMITS.blindAfterMax}명까지입니다. 0이면 가리지 않습니다. 가입한 지 하루가 안 된 회원과 이미 답변을 받은 회원의 신고는 세지 않습니다.`}
          error={errors.blindAfter?.message}
          required
        >
          <TextInput
            inputMode="numeric"
            className="max-w-32"
            {...register('blindAfter', { setValueAs: readCount })}
          />
        </Field>
      </SettingsPart>
      <SettingsPart
        title="청원"
        hint="새 청원에만 쓰이고, 올라온 청원은 그대로입니다. 학생회, 조교(학과사무실), 교수(교수진)가 답변합니다."
        setting="petitions"
      >
        <PetitionRules control={control} errors={errors.petitions} register={register} />
      </SettingsPart>
    </SettingsForm>
  );
}

type AnonymousBoardsProps = { control: Control<BoardsValues>; error: string | undefined };

/** The boards on which authors of posts may choose to be hidden. */
function AnonymousBoards({ control, error }: AnonymousBoardsProps) {
  return (
    <fieldset>
      <legend className="sr-only">익명 글을 쓸 수 있는 게시판</legend>
      <Controller
        name="anonymousBoards"
        control={control}
        render={({ field: { value, onChange } }) => (
          <div className="flex flex-wrap gap-x-6 gap-y-1">
            {ANONYMOUS_CHOICE_BOARDS.map((type) => (
              <Checkbox
                key={type}
                label={BOARDS[type].name}
                checked={value.includes(type)}
                onChange={({ target }) => onChange(withBoard(value, type, target.checked))}
              />
            ))}
          </div>
        )}
      />
      {error && (
        <p role="alert" className="font-medium text-buoy text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** In the order of the boards, so that a choice and its withdrawal are no change. */
function withBoard(chosen: readonly BoardType[], type: BoardType, isChosen: boolean): BoardType[] {
  return ANONYMOUS_CHOICE_BOARDS.filter((one) => (one === type ? isChosen : chosen.includes(one)));
}

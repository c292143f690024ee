import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { type FormEvent, useEffect, useState } from 'react';
import { useStore } from '../../lib/store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { type EntryQuestion, entryQuestion } from './use-add-lecture.ts';

const FORM_ID = 'entry-code-form';

/** Shows the question of `askEntryCode`; on every page that adds lectures to the timetable. */
export function EntryCodeHost() {
  const question = useStore(entryQuestion);
  useEffect(() => () => entryQuestion.get()?.answer(null), []);
  return question && <EntryCodeDialog question={question} />;
}

function EntryCodeDialog({ question }: { question: EntryQuestion }) {
  const [code, setCode] = useState(question.refused?.code ?? '');
  const [problem, setProblem] = useState(question.refused?.problem);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = code.trim();
    if (typed === '') return setProblem(TEXTS.entryCodeRequired);
    if (typed.length < LIMITS.entryCodeMin) return setProblem(TEXTS.entryCodeLength);
    question.answer(typed);
  };
  return (
    <Dialog
      open
      size="sm"
      title="입장 코드"
      onClose={() => question.answer(null)}
      footer={
        <>
          <Button onClick={() => question.answer(null)}>취소</Button>
          <Button variant="primary" type="submit" form={FORM_ID}>
            들어가기
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="grid gap-3">
        <p className="text-ink-2 [overflow-wrap:anywhere]">
          ‘{question.title}’ 강의실은 담당 교수가 알려 준 코드로 들어갑니다.
        </p>
        <Field label="입장 코드" required error={problem}>
          <TextInput
            data-autofocus
            autoComplete="off"
            value={code}
            maxLength={LIMITS.entryCodeMax}
            onText={(text) => {
              setCode(text);
              setProblem(undefined);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}

import { createStore } from '../lib/store.ts';

export type ConfirmOptions = {
  title: string;
  body?: string;
  /** Default 확인. */
  confirmLabel?: string;
  /** Default 취소. */
  cancelLabel?: string;
  /** Alarm-coloured confirm button, first focus on cancel. */
  danger?: boolean;
  /** First focus on cancel. */
  prefersCancel?: boolean;
};

export type Question = ConfirmOptions & {
  id: number;
  kind: 'confirm' | 'alert';
  answer: (yes: boolean) => void;
};

/** Pending questions, oldest first; `AskHost` shows the first. */
export const questions = createStore<readonly Question[]>([]);

let lastId = 0;

function ask(kind: Question['kind'], options: ConfirmOptions): Promise<boolean> {
  return new Promise((resolve) => {
    lastId += 1;
    const id = lastId;
    const answer = (yes: boolean) => {
      questions.set(questions.get().filter((question) => question.id !== id));
      resolve(yes);
    };
    questions.set([...questions.get(), { ...options, kind, id, answer }]);
  });
}

/**
 * `if (await confirmDialog({ title: '삭제할까요?', danger: true })) …`: true only for the confirm
 * button.
 */
export function confirmDialog(options: ConfirmOptions): Promise<boolean> {
  return ask('confirm', options);
}

/** A message that the user must acknowledge. */
export async function alertDialog(
  options: Omit<ConfirmOptions, 'cancelLabel' | 'danger' | 'prefersCancel'>,
) {
  await ask('alert', options);
}

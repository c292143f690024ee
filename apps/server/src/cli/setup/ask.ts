import type { Readable, Writable } from 'node:stream';
import type { Answers, Present } from './answers.ts';
import { findDatabaseProblem } from './community.ts';
import { readDraft, removeDraft, writeDraft } from './draft.ts';
import { type Given, runInterview, type Step } from './interview.ts';
import { findFolderProblem } from './nonsense.ts';
import { createPrompts, type Prompts } from './prompts.ts';
import { addressStep, mailStep, PROVEN, type Proofs } from './proof-steps.ts';
import {
  adminSteps,
  type Checks,
  contactStep,
  nameSteps,
  settingSteps,
  toAnswers,
} from './steps.ts';

interface Interview {
  present: Present;
  /** The draft of an interrupted run is beside it. */
  file: string;
  proofs: Proofs;
  input: Readable;
  output: Writable;
  checks?: Checks;
}

export interface Asked {
  answers: Answers;
  /** What was to be proven and was not. */
  unproven: string[];
}

const HELP =
  'Enter를 누르면 보이는 값을 그대로 쓰고, Ctrl+U로 지웁니다. < 또는 뒤로를 입력하면 이전 질문으로 갑니다. Ctrl+C로 그만두어도 답한 데까지 남습니다.';

/** Asks for everything on the terminal, with the present values as defaults; goes on where a run was interrupted. */
export async function askAll({
  present,
  file,
  input,
  output,
  ...given
}: Interview): Promise<Asked> {
  const { proofs, checks = { findDatabaseProblem, findFolderProblem } } = given;
  const stopped =
    '그만두었습니다. 설정은 바뀌지 않았습니다. npm run setup을 다시 실행하면 답한 데부터 이어서 합니다.';
  const prompts = createPrompts({ input, output, stopped });
  prompts.info(HELP);
  const draft = await offerDraft(file, prompts);
  const steps: Step[] = [
    ...nameSteps(present, prompts),
    ...settingSteps(present, prompts, checks),
    ...adminSteps(present, prompts),
    contactStep(present, prompts),
    mailStep(present, prompts, proofs),
    addressStep(present, prompts, proofs),
  ];
  const all = await runInterview({
    steps,
    draft,
    save: (answers) => writeDraft(file, { savedAt: new Date(), answers }),
    onFirst: () => prompts.info('첫 질문입니다.'),
  });
  return { answers: toAnswers(all, present), unproven: unprovenIn(steps, all) };
}

async function offerDraft(file: string, prompts: Prompts): Promise<Given> {
  const draft = await readDraft(file);
  if (draft === null) return {};
  const at = draft.savedAt.toLocaleString('ko-KR', { timeZone: 'Asia/Seoul' });
  const choice = await prompts.choose(
    `지난번(${at})에 답한 데까지 이어서 할까요?`,
    [
      { value: 'yes', label: '이어서 하기', hint: '비밀번호가 든 답은 다시 묻습니다' },
      { value: 'no', label: '처음부터 하기' },
    ],
    true,
  );
  if (choice === 'yes') return draft.answers;
  await removeDraft(file);
  return {};
}

const PROOF_NAMES: Record<string, string> = {
  'proof.mail': '이메일 서버',
  'proof.address': '공개 주소',
};

function unprovenIn(steps: readonly Step[], given: Given): string[] {
  return steps
    .filter(({ key, when }) => PROOF_NAMES[key] !== undefined && (when?.(given) ?? true))
    .filter(({ key }) => given[key] !== PROVEN)
    .map(({ key }) => PROOF_NAMES[key] ?? '');
}

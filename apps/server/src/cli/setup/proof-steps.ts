import * as z from 'zod/mini';
import type { Finding } from '../proofs/finding.ts';
import { adminSchema, type Present } from './answers.ts';
import { BACK, type Reply, type Step } from './interview.ts';
import type { Prompts } from './prompts.ts';
import type { Settings } from './questions.ts';
import { settingsIn } from './steps.ts';

/** What setup tries out with the settings that were given. */
export interface Proofs {
  /** Sends an e-mail; resolves to what is wrong, or null. */
  sendMail(settings: Settings, to: string): Promise<Finding | null>;
  /** Calls the public address. */
  callSite(settings: Settings): Promise<Finding[]>;
}

/** Values of the steps: everything else was not proven. */
export const PROVEN = 'proven';
const SKIPPED = 'skipped';

const SKIP = {
  value: 'skip',
  label: '건너뛰기',
  hint: '나중에 npm run doctor로 확인합니다',
} as const;
const AGAIN = { value: 'again', label: '다시 하기' } as const;

const MAIL_SETTINGS = ['SMTP_URL', 'MAIL_FROM'];
const ADDRESS_SETTINGS = ['PUBLIC_URL', 'TRUST_PROXY', 'HOST', 'PORT'];

/** Sends an e-mail to the operator, and asks whether it arrived. */
export const mailStep = (present: Present, prompts: Prompts, proofs: Proofs): Step => ({
  key: 'proof.mail',
  when: (given) => (settingsIn(given, present).SMTP_URL ?? '') !== '',
  async ask(given): Promise<Reply> {
    const settings = settingsIn(given, present);
    const what = await prompts.choose('시험 이메일을 보내 이메일 서버를 확인할까요?', [
      { value: 'send', label: '보내기' },
      SKIP,
    ]);
    if (what === BACK) return BACK;
    if (what === 'skip') return SKIPPED;
    const to = await prompts.line({
      title: '시험 이메일을 받을 주소',
      initial: given['admin.email'] ?? given.contactEmail ?? '',
      findWrong: (value) => z.safeParse(adminSchema.shape.email, value).error?.issues[0]?.message,
    });
    if (to === BACK) return this.ask(given);
    const problem = await proofs.sendMail(settings, to);
    if (problem !== null) prompts.finding(problem);
    else if (await hasArrived(to, prompts)) return PROVEN;
    else prompts.finding(SPAM);
    return askNext(() => this.ask(given), prompts, MAIL_SETTINGS, '이메일 서버 수정');
  },
});

const SPAM: Finding = {
  level: 'warn',
  text: '이메일 서버는 받았지만 편지함에 오지 않았습니다.',
  todo: '스팸함을 보고, 보내는 도메인의 SPF와 DMARC를 DNS 담당자에게 물어보세요. 몇 분 늦게 오기도 합니다.',
};

async function hasArrived(to: string, prompts: Prompts): Promise<boolean> {
  const seen = await prompts.choose(`이메일 서버가 받았습니다. ${to}의 편지함에 왔나요?`, [
    { value: 'yes', label: '왔습니다' },
    { value: 'no', label: '오지 않았습니다' },
  ]);
  return seen === 'yes';
}

/** Calls the public address from this machine, as `npm run doctor` does. */
export const addressStep = (present: Present, prompts: Prompts, proofs: Proofs): Step => ({
  key: 'proof.address',
  when: (given) => (settingsIn(given, present).PUBLIC_URL ?? '') !== '',
  async ask(given): Promise<Reply> {
    const settings = settingsIn(given, present);
    const what = await prompts.choose(
      `${settings.PUBLIC_URL}을(를) 불러 DNS, 인증서, 프록시를 확인할까요?`,
      [{ value: 'call', label: '확인하기', hint: '프록시가 이미 준비되어 있을 때' }, SKIP],
    );
    if (what === BACK) return BACK;
    if (what === 'skip') return SKIPPED;
    const findings = await proofs.callSite(settings);
    for (const finding of findings) prompts.finding(finding);
    if (findings.every(({ level }) => level !== 'bad')) return PROVEN;
    return askNext(() => this.ask(given), prompts, ADDRESS_SETTINGS, '공개 주소 수정');
  },
});

async function askNext(
  again: () => Promise<Reply>,
  prompts: Prompts,
  settings: readonly string[],
  label: string,
): Promise<Reply> {
  const next = await prompts.choose('어떻게 할까요?', [AGAIN, { value: 'mend', label }, SKIP]);
  if (next === 'mend') return { again: settings.map((name) => `settings.${name}`) };
  return next === 'skip' ? SKIPPED : again();
}

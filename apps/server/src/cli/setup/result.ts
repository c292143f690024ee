import { join, resolve } from 'node:path';
import type { Env } from '../../config/env.ts';
import type { Answers } from './answers.ts';
import type { Applied } from './community.ts';

export interface Result {
  env: Env;
  file: string;
  /** Whether commands find the file by themselves. */
  isUsualFile: boolean;
  answers: Answers;
  applied: Applied;
  /** What became of the test e-mail of a file of answers. */
  mail: string | null;
  /** What was not tried out. */
  unproven: readonly string[];
  /** The file of NODE_EXTRA_CA_CERTS, which settings cannot name. */
  authorities: string | undefined;
}

const ADMIN_TEXTS: Record<Applied['admin'], string> = {
  created: '관리자 계정을 만들었습니다',
  granted: '회원에게 관리자 권한을 주었습니다. 비밀번호는 그대로입니다',
  'had it': '이미 관리자인 회원입니다. 비밀번호는 그대로입니다',
  none: '',
};

/** What setup has done, and what to do next. */
export function describeResult(result: Result): string {
  const { env, file, answers, applied, mail, unproven } = result;
  const { admin, hasMadePassword, names } = answers;
  const lines = ['', `${names.departmentName}의 ${names.siteName}, 준비를 마쳤습니다.`, ''];
  lines.push(`설정 파일: ${file}`);
  if (admin !== null) lines.push(`${ADMIN_TEXTS[applied.admin]}: ${admin.username}`);
  if (admin !== null && hasMadePassword && applied.admin === 'created') {
    lines.push(`비밀번호: ${admin.password}`, '  다시 보여 드리지 않으니 지금 적어 두세요.');
  }
  if (mail !== null) lines.push(`시험 이메일: ${mail}`);
  if (unproven.length > 0) lines.push(`확인하지 않은 것: ${unproven.join(', ')}`);
  if (env.DATABASE_URL !== undefined) {
    lines.push('TOKEN_SECRET을 데이터베이스와 다른 곳에 따로 보관해 주세요.');
  }
  lines.push('', '다음에 할 일', ...nextSteps(result).map((step, at) => `  ${at + 1}. ${step}`));
  return lines.join('\n');
}

function nextSteps(result: Result): string[] {
  const { env, file, isUsualFile, authorities, applied } = result;
  const set = [
    ...(authorities ? [`NODE_EXTRA_CA_CERTS=${authorities} `] : []),
    ...(isUsualFile ? [] : [`ENV_FILE=${file} `]),
  ].join('');
  const removal = `체험용 계정이 남아 있습니다. 먼저 지우세요: ${set}npm run demo -- remove`;
  return [
    ...(applied.hasDemo ? [removal] : []),
    ...(isUsualFile ? [] : unitSteps(result)),
    isUsualFile
      ? `서버를 시작하세요: ${set}npm start`
      : `서버를 시작하세요: ${set}npm start (systemd라면 naru.service를 등록)`,
    ...proxyStep(env),
    `${env.PUBLIC_URL}/login 에서 관리자로 로그인하세요. 관리자 › 할 일에 첫 단계가 나옵니다.`,
    ...(env.SMTP_URL === undefined
      ? [`이메일 서버가 없어 인증 코드는 파일로만 남습니다: ${join(env.DATA_DIR, 'outbox')}`]
      : []),
    `모두 켠 뒤에 한 번에 확인하세요: ${set}npm run doctor`,
  ];
}

/** The unit of systemd lets the server write into its data folder alone; each other one that it names must be there. */
function unitSteps({ env: { BACKUP, BACKUP_DIR, DATA_DIR }, authorities }: Result): string[] {
  const isInside = resolve(BACKUP_DIR).startsWith(`${resolve(DATA_DIR)}/`);
  const folder = BACKUP === null || isInside ? null : resolve(BACKUP_DIR);
  const lines = [
    ...(folder === null ? [] : [`ReadWritePaths=${folder}`]),
    ...(authorities ? [`Environment=NODE_EXTRA_CA_CERTS=${authorities}`] : []),
  ];
  return [
    ...(folder === null
      ? []
      : [
          `systemd라면 백업 폴더를 서버의 계정으로 만드세요: sudo install -d -m 700 -o naru -g naru ${folder}`,
        ]),
    ...(lines.length === 0
      ? []
      : [
          `systemd라면 sudo systemctl edit naru로 다음 줄을 넣으세요: [Service], ${lines.join(', ')}`,
        ]),
  ];
}

/** With a public https address nobody can reach the site until there is a proxy. */
function proxyStep({ PUBLIC_URL, PORT }: Env): string[] {
  if (!PUBLIC_URL.startsWith('https:')) return [];
  return [
    `프록시가 ${PUBLIC_URL}을 이 서버의 ${PORT}번 포트로 넘기게 하세요. 예: deploy/proxy/nginx.conf, Caddyfile`,
  ];
}

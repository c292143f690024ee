import { expect, it } from 'vitest';
import { readEnv } from '../../config/env.ts';
import { DEFAULT_IDENTITY } from '../../features/site/site.config.ts';
import { describeResult, type Result } from './result.ts';

const describe = (settings: Record<string, string>, result: Partial<Result> = {}) =>
  describeResult({
    env: readEnv({ DATA_DIR: '/var/lib/naru', ...settings }),
    file: '/etc/naru/naru.env',
    isUsualFile: false,
    answers: {
      ...{ names: DEFAULT_IDENTITY, settings: {}, contactEmail: '', admin: null },
      ...{ hasMadePassword: false, testEmail: null },
    },
    applied: { admin: 'none', hasDemo: false },
    mail: null,
    unproven: [],
    authorities: undefined,
    ...result,
  });

const BACKUP = 'daily 04:00 keep 14';
const CA = '/etc/ssl/campus.pem';

it.each<[string, Record<string, string>, Partial<Result>, RegExp[]]>([
  [
    'a folder of backups elsewhere',
    { BACKUP, BACKUP_DIR: '/backup/naru' },
    {},
    [/1\. .*install -d .*-o naru -g naru \/backup\/naru/, /2\. .*ReadWritePaths=\/backup\/naru$/m],
  ],
  [
    'an authority of its own',
    {},
    { authorities: CA },
    [
      new RegExp(`1\\. .*Environment=NODE_EXTRA_CA_CERTS=${CA}$`, 'm'),
      new RegExp(`NODE_EXTRA_CA_CERTS=${CA} ENV_FILE=/etc/naru/naru.env npm start`),
      new RegExp(`NODE_EXTRA_CA_CERTS=${CA} ENV_FILE=/etc/naru/naru.env npm run doctor`),
    ],
  ],
  [
    'an authority and the usual file',
    {},
    { authorities: CA, isUsualFile: true },
    [new RegExp(`1\\. .*: NODE_EXTRA_CA_CERTS=${CA} npm start$`, 'm')],
  ],
])('the next steps prepare what the unit of systemd needs: %s [OPS-72]', (_, env, more, lines) => {
  const text = describe(env, more);
  for (const line of lines) expect(text).toMatch(line);
});

it.each<Record<string, string>>([{}, { BACKUP }, { BACKUP, BACKUP_DIR: '/var/lib/naru/backups' }])(
  'the unit needs nothing for %j [OPS-72]',
  (settings) => {
    expect(describe(settings)).toMatch(
      /1\. 서버를 시작하세요: ENV_FILE=\/etc\/naru\/naru.env npm start/,
    );
  },
);

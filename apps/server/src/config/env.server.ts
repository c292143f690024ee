import * as z from 'zod/mini';
import {
  address,
  backupPlan,
  oneOf,
  origins,
  port,
  proofPlan,
  proxies,
  recipients,
  redisAddress,
  seconds,
  secret,
  WORKERS_MAX,
  workers,
} from './env.values.ts';
import { group } from './setting.ts';

/** Long enough for a load balancer that probes every second to notice that the server is stopping. */
export const DRAIN_SECONDS = 2;

const databaseAddress = address(/^postgres(ql)?:$/);
const host = z.prefault(z.string().check(z.minLength(1)), '127.0.0.1');

/** Addresses, storage and operation of the server. */
export const serverSettings = {
  ...group('Addresses and folders', '주소와 폴더', {
    PUBLIC_URL: {
      kind: address(/^https?:$/),
      unset: { en: 'from `HOST` and `PORT`', ko: '`HOST`와 `PORT`에서' },
      en: 'Public address of the site; `https:` turns on secure cookies and HSTS',
      ko: '사람들이 접속하는 주소. `https:`면 보안 쿠키와 HSTS를 켭니다',
    },
    CORS_ORIGINS: {
      kind: z.prefault(origins, ''),
      en: 'Origins of [clients served elsewhere](docs/clients.md), such as `https://app.example.ac.kr`, separated by commas',
      ko: '다른 곳에서 제공하는 클라이언트의 출처. `https://app.example.ac.kr`처럼 적고 여러 개는 쉼표로 구분',
    },
    DATA_DIR: {
      kind: z.prefault(z.string(), './data'),
      en: 'Database, uploaded files, outbox, generated secret',
      ko: '데이터베이스, 올린 파일, 보낸 이메일, 생성된 비밀 키',
    },
    HOST: { kind: host, en: 'Listen address', ko: '접속을 받을 주소' },
    PORT: {
      kind: z.prefault(port, '3000'),
      en: 'Port of the web app and the API',
      ko: '웹 앱과 API의 포트',
    },
    TRUST_PROXY: {
      kind: z.prefault(proxies, ''),
      en: 'Addresses or ranges of trusted reverse proxies (`X-Forwarded-For`), separated by commas',
      ko: '`X-Forwarded-For`를 믿을 역방향 프록시의 주소나 범위. 여러 개는 쉼표로 구분',
    },
  }),
  ...group('Database', '데이터베이스', {
    DATABASE_URL: {
      kind: databaseAddress,
      unset: { en: 'unset: embedded', ko: '없음: 내장' },
      en: 'PostgreSQL 15 or newer',
      ko: 'PostgreSQL 15 이상',
    },
    DATABASE_OWNER_URL: {
      kind: databaseAddress,
      en: 'Owner of its tables, for `npm run db:migrate` alone; `DATABASE_URL` then only serves ([operations](docs/operations/database.md#a-role-that-owns-and-a-role-that-serves))',
      ko: '테이블의 주인. `npm run db:migrate`만 쓰며, 그러면 `DATABASE_URL`의 계정은 서비스만 합니다',
    },
    MIGRATE: {
      kind: z.prefault(oneOf(['on-start', 'off']), 'on-start'),
      en: '`off`: a start refuses a database that lacks migrations, which `npm run db:migrate` runs',
      ko: '`off`: 데이터베이스가 최신이 아니면 시작하지 않습니다. `npm run db:migrate`로 맞춥니다',
    },
  }),
  ...group('Backups', '백업', {
    BACKUP: {
      kind: z.prefault(backupPlan, 'off'),
      en: '`daily 04:00 keep 14`: a [backup](docs/operations/backup.md) a day, in Seoul, and how many stay (1 to 35)',
      ko: '`daily 04:00 keep 14`처럼 매일 백업할 시각(한국 시간)과 남길 개수(1~35)',
    },
    BACKUP_DIR: {
      kind: z.optional(z.string()),
      unset: { en: '`DATA_DIR/backups`', ko: '`DATA_DIR/backups`' },
      en: 'Folder of the backups',
      ko: '백업을 두는 폴더',
    },
    BACKUP_RECIPIENT: {
      kind: z.prefault(recipients, ''),
      en: 'Public keys of age for which backups are encrypted, separated by commas',
      ko: '백업을 암호화할 age 공개 키. 여러 개는 쉼표로 구분',
    },
    BACKUP_PROOF: {
      kind: z.prefault(proofPlan, 'off'),
      en: '`daily 05:30`, or `weekly 05:30` on Sundays: a [proof](docs/operations/backup.md#proof) of the newest backup, restored into a scratch database and compared',
      ko: '`daily 05:30`(매일)이나 `weekly 05:30`(일요일)처럼 가장 새 백업을 임시 데이터베이스에 복원해 확인할 시각(한국 시간)',
    },
    BACKUP_IDENTITY: {
      kind: z.optional(z.string()),
      en: 'File with the private key of age with which a proof opens encrypted backups',
      ko: '암호화한 백업을 복원해 확인할 때 쓰는 age 개인 키 파일',
    },
    BACKUP_BEFORE_UPGRADE: {
      kind: z.prefault(oneOf(['on', 'off']), 'on'),
      en: 'A backup before migrations of the embedded database',
      ko: '내장 데이터베이스를 바꾸기 전에 백업',
    },
  }),
  ...group('Processes and several servers', '프로세스와 여러 서버', {
    TOKEN_SECRET: {
      kind: secret,
      unset: { en: 'generated into `DATA_DIR`', ko: '`DATA_DIR`에 생성' },
      en: 'Signs tokens and wraps keys; at least 32 random characters, required with `DATABASE_URL`. During a rotation: several, separated by commas, newest first',
      ko: '토큰 서명과 키 보호. 무작위 32자 이상, `DATABASE_URL`을 쓸 때 필수. 교체하는 동안에는 쉼표로 구분해 새 값부터 여러 개',
    },
    WORKERS: {
      kind: z.optional(workers),
      unset: {
        en: 'cores but one where there are at least four, else `1`; fewer with little memory',
        ko: '코어가 넷 이상이면 하나를 뺀 수, 아니면 `1`. 메모리가 적으면 더 적게',
      },
      en: `Processes that answer requests, up to ${WORKERS_MAX}; with more than 1 another one handles database and jobs`,
      ko: `요청을 처리하는 프로세스의 수, ${WORKERS_MAX}까지. 2 이상이면 데이터베이스와 예약 작업을 맡는 프로세스가 하나 더 있습니다`,
    },
    DRAIN_SECONDS: {
      kind: z.optional(seconds),
      unset: {
        en: `\`${DRAIN_SECONDS}\`, on a loopback \`PUBLIC_URL\` \`0\``,
        ko: `\`${DRAIN_SECONDS}\`, \`PUBLIC_URL\`이 이 컴퓨터면 \`0\``,
      },
      en: 'After a signal the server reports not ready and serves for this long, up to 60',
      ko: '종료 신호를 받은 뒤 준비되지 않았다고 알리면서 계속 응답하는 시간(초), 60까지',
    },
    REDIS_URL: {
      kind: redisAddress,
      en: 'Redis 6.2 or Valkey (`redis://` or `rediss://`), for [several servers](docs/operations/servers.md) on one `DATABASE_URL`',
      ko: 'Redis 6.2 이상이나 Valkey(`redis://` 또는 `rediss://`). `DATABASE_URL` 하나를 여러 서버가 함께 쓸 때 정합니다',
    },
    METRICS_PORT: {
      kind: z.optional(port),
      en: 'Serves Prometheus metrics at `/metrics` on a port of its own, without a login',
      ko: 'Prometheus 지표를 별도 포트의 `/metrics`로 제공합니다. 로그인이 없습니다',
    },
    METRICS_HOST: {
      kind: host,
      en: 'Listen address of the metrics',
      ko: '지표의 접속을 받을 주소',
    },
    LOG_LEVEL: {
      kind: z.prefault(
        oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
        'info',
      ),
      en: '`fatal` to `trace`, `silent`; on a terminal `debug` shows every request',
      ko: '`fatal`부터 `trace`까지, 또는 `silent`. 터미널에서는 `debug`일 때 모든 요청을 보여 줍니다',
    },
  }),
};

import { ATTACHMENT_ENDINGS, DEFAULT_ATTACHMENT_MEGABYTES } from '@naru/contract/attachments';
import * as z from 'zod/mini';
import { KNOWN_SERVICES } from '../platform/push/push-sender.ts';
import {
  ATTACHMENT_MB_MAX,
  bucket,
  checked,
  domains,
  endings,
  isSender,
  mailServer,
  megabytes,
  networks,
  oneOf,
  origin,
  rates,
  services,
  unusedMonths,
  word,
} from './env.values.ts';
import { group } from './setting.ts';

/** Membership, permissions and outgoing messages of the site. */
export const siteSettings = {
  ...group('E-mail', '이메일', {
    SMTP_URL: {
      kind: mailServer,
      unset: { en: 'unset: outbox', ko: '없음: 파일로 저장' },
      en: '`smtp://` or `smtps://` server for e-mails; without it they are files in `DATA_DIR/outbox`',
      ko: '`smtp://` 또는 `smtps://` 이메일 서버. 없으면 `DATA_DIR/outbox`에 파일로 저장합니다',
    },
    MAIL_FROM: {
      kind: z.optional(checked(isSender, 'is not an address like no-reply@example.ac.kr')),
      en: 'Sender of e-mails, required with `SMTP_URL`; test with `npm run mail-test -- <address>`',
      ko: '보내는 사람. `SMTP_URL`과 함께 꼭 정합니다. `npm run mail-test -- <주소>`로 시험합니다',
    },
  }),
  ...group('Members', '회원', {
    DEMO: {
      kind: z.optional(oneOf(['on', 'off'])),
      unset: {
        en: '`on` with embedded database, on loopback and without an outside `PUBLIC_URL`, else `off`',
        ko: '내장 데이터베이스, 이 컴퓨터 전용 주소이고 바깥 `PUBLIC_URL`이 없으면 `on`, 아니면 `off`',
      },
      en: 'Fills an empty database with demo content; `on` is refused with an outside `HOST` or `PUBLIC_URL`',
      ko: '빈 데이터베이스를 체험용 내용으로 채웁니다. `HOST`나 `PUBLIC_URL`이 바깥 주소이면 `on`으로 시작하지 않습니다',
    },
    STUDENT_EMAIL_DOMAINS: {
      kind: z.prefault(domains, ''),
      unset: { en: 'empty: none; demo: its own', ko: '없음. 체험용에는 따로 있음' },
      en: 'E-mail domains that make a new member a student, separated by commas',
      ko: '가입하면 바로 학생이 되는 이메일 도메인. 여러 개는 쉼표로 구분',
    },
    SIGNUP_EMAIL_DOMAINS: {
      kind: z.prefault(domains, ''),
      unset: { en: 'empty: any', ko: '비어 있음: 모두' },
      en: 'E-mail domains that may sign up, separated by commas',
      ko: '가입할 수 있는 이메일 도메인. 여러 개는 쉼표로 구분',
    },
    UNUSED_ACCOUNT_MONTHS: {
      kind: z.prefault(unusedMonths, '24'),
      en: 'Months without a visit after which an account is erased, 6 to 120, with e-mails 30 and 7 days before; `0`: never. Nobody is erased without `SMTP_URL`',
      ko: '이 기간(개월, 6~120) 동안 이용하지 않은 계정을 30일 전과 7일 전에 이메일로 알린 뒤 지웁니다. `0`: 지우지 않음. `SMTP_URL`이 없으면 지우지 않습니다',
    },
  }),
  ...group('Content and limits', '내용과 한도', {
    ATTACHMENT_MAX_MB: {
      kind: z.prefault(megabytes, String(DEFAULT_ATTACHMENT_MEGABYTES)),
      en: `Size of one file of a post or inquiry, up to ${ATTACHMENT_MB_MAX}; raise the limit of a reverse proxy too`,
      ko: `글과 문의에 첨부하는 파일 하나의 크기(MB), ${ATTACHMENT_MB_MAX}까지. 역방향 프록시의 한도도 함께 맞춥니다`,
    },
    ATTACHMENT_TYPES: {
      kind: z.prefault(endings, ATTACHMENT_ENDINGS.join(',')),
      unset: { en: 'every known one', ko: '아는 형식 모두' },
      en: 'Extensions that posts and inquiries accept, e.g. `pdf,hwp,hwpx,zip`',
      ko: '첨부할 수 있는 확장자, 예: `pdf,hwp,hwpx,zip`',
    },
    SOURCES_FILE: {
      kind: z.optional(z.string()),
      unset: { en: '`DATA_DIR/sources.json`', ko: '`DATA_DIR/sources.json`' },
      en: 'JSON with the pages of other sites that fill notices, menus and calendar ([sources](docs/sources.md))',
      ko: '공지, 식단, 학사일정을 읽어 올 홈페이지를 적은 JSON 파일 ([수집](docs/guide/sources.md))',
    },
    PUSH_SERVICES: {
      kind: z.prefault(services, KNOWN_SERVICES),
      unset: {
        en: 'services of Chrome, Firefox, Safari and Edge',
        ko: '크롬, 파이어폭스, 사파리, 엣지의 서비스',
      },
      en: 'Hosts to which notifications for devices may be sent, such as `fcm.googleapis.com,*.push.apple.com`; `off` for none',
      ko: '기기 알림을 보낼 수 있는 서비스의 호스트. 예: `fcm.googleapis.com,*.push.apple.com`. `off`이면 보내지 않습니다',
    },
    CAMPUS_NETWORKS: {
      kind: z.prefault(networks, ''),
      en: 'Addresses or ranges that many people share, e.g. `203.0.113.0/24`, separated by commas: limits per address are ten times higher',
      ko: '학교처럼 여럿이 함께 쓰는 주소나 범위, 예: `203.0.113.0/24`, 여러 개는 쉼표로 구분. 주소마다 적용하는 한도가 열 배가 됩니다',
    },
    RATE_LIMITS: {
      kind: z.prefault(rates, ''),
      unset: {
        en: 'empty: the [defaults](docs/operations/limits.md)',
        ko: '비어 있음: [기본값](docs/operations/limits.md)',
      },
      en: 'Other counts of limits by name, e.g. `comments=60,write=120`',
      ko: '이름별로 바꿀 이용 한도, 예: `comments=60,write=120`',
    },
  }),
  ...group('Files in an S3-compatible store', 'S3 호환 저장소', {
    S3_ENDPOINT: {
      kind: origin,
      unset: { en: 'unset: `DATA_DIR`', ko: '없음: `DATA_DIR`' },
      en: 'Address of an S3-compatible store that keeps uploaded files, such as `https://s3.example.ac.kr`; the five `S3_*` go together ([files](docs/operations/files.md))',
      ko: '올린 파일을 보관할 S3 호환 저장소의 주소, 예: `https://s3.example.ac.kr`. `S3_*`의 다섯 값은 함께 정합니다',
    },
    S3_BUCKET: { kind: bucket, en: 'Its bucket', ko: '버킷의 이름' },
    S3_REGION: {
      kind: word,
      en: 'The region that requests are signed for (`auto` or `us-east-1` where a store knows none)',
      ko: '버킷의 지역. 지역이 없는 저장소라면 `auto`나 `us-east-1`',
    },
    S3_ACCESS_KEY: {
      kind: word,
      en: 'A key that may list, read, write and delete in the bucket',
      ko: '그 버킷의 목록을 보고, 읽고, 쓰고, 지울 수 있는 키',
    },
    S3_SECRET_KEY: {
      kind: word,
      en: 'The secret of `S3_ACCESS_KEY`',
      ko: '`S3_ACCESS_KEY`의 비밀 값',
    },
  }),
};

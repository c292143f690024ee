const server = 'apps/server/src';
/** Looks up what is blinded while it presents. */
const ASKING_PRESENTER = `${server}/features/notifications/notifications.present.ts`;

/**
 * What mutants are made of, most important first: globs of files, and of tests beyond those of the file's own folder or
 * feature that may notice. `unit`: tests without a database alone, for what decides without one.
 */
export const TARGETS = [
  {
    name: 'Presenters',
    files: [`${server}/**/*.present.ts`, `${server}/domain/**/present.ts`],
    except: [ASKING_PRESENTER],
    tests: [],
    unit: true,
  },
  {
    name: 'Policies',
    files: [`${server}/**/*[.-]policy.ts`],
    tests: [],
    unit: true,
  },
  {
    name: 'Anonymous authors',
    files: [
      `${server}/domain/posts/anonymity.ts`,
      `${server}/domain/authorship/{writer,author}.ts`,
    ],
    tests: [`${server}/features/{posts,comments}/*.{present,policy}.test.ts`],
    unit: true,
  },
  {
    name: 'Seal',
    files: [`${server}/platform/seal.ts`],
    tests: [],
  },
  {
    name: 'Sanitiser',
    files: [`${server}/domain/posts/{blocks,html,html-rules,html-text,line,tables}.ts`],
    tests: [],
    unit: true,
  },
  {
    name: 'Throttles',
    files: [`${server}/domain/throttle/*.ts`, `${server}/peers/counts.ts`],
    tests: [],
  },
  {
    name: 'Rate limits',
    files: [`${server}/http/rate-limit.ts`],
    tests: [],
  },
  {
    name: 'Presenters with the database',
    files: [ASKING_PRESENTER],
    tests: [],
  },
  {
    name: 'Sessions',
    files: [`${server}/features/sessions/*.ts`, `${server}/http/session.ts`],
    tests: [
      `${server}/features/sessions/*.test.ts`,
      `${server}/features/notifications/*.routes.test.ts`,
    ],
  },
  {
    name: 'Second factor',
    files: [
      `${server}/features/second-factor/*codes.ts`,
      `${server}/features/second-factor/totp.ts`,
    ],
    tests: [],
  },
  {
    name: 'Jobs',
    files: [`${server}/domain/jobs/{jobs,worker}.ts`],
    tests: [],
  },
  {
    name: 'Limits',
    files: ['packages/contract/src/limits.ts'],
    tests: ['packages/contract/src/*.test.ts'],
    unit: true,
  },
];

import * as z from 'zod/mini';
import { csvLineErrorSchema, idParams, lineField, messageSchema, optionalLine } from './fields.ts';
import { del, get, post, put } from './route.ts';
import { TEXTS } from './texts.ts';

const MAJOR_MAX = 40;
const LIST_NAME_MAX = 30;
/** Most lists, and most members and characters of one. */
export const MEMBER_LISTS = 100;
export const LIST_MEMBERS = 5_000;
const LIST_TEXT_MAX = 400_000;
const LIST_TOO_LONG = '너무 깁니다. 나누어 붙여 넣어 주세요.';

/** A major as files and staff write it; empty: not known. */
export const majorField = optionalLine(
  MAJOR_MAX,
  `전공은 ${MAJOR_MAX}자 이하로 입력해 주세요.`,
).check(z.regex(/^[^\p{Cc}\p{Cf}<>,]*$/u, '전공에는 쉼표와 < > 기호를 쓸 수 없습니다.'));

/**
 * A group that a notice is for, in addition to years of study: `GRADUATE`, `LEAVE`, `STAFF`, `MAJOR:` with its
 * name, or `LIST:` with the id of a list of members.
 */
export const groupField = z
  .string()
  .check(
    z.maxLength(MAJOR_MAX + 10),
    z.regex(/^(GRADUATE|LEAVE|STAFF|MAJOR:[^\p{Cc}<>,]+|LIST:[1-9]\d{0,14})$/u, TEXTS.valueInvalid),
  );
/** Most groups of a notice. */
export const GROUPS_MAX = 20;
export const groupsField = z
  .array(groupField)
  .check(z.maxLength(GROUPS_MAX, `${GROUPS_MAX}개까지 고를 수 있습니다.`));

const memberListSchema = z.object({ id: z.number(), name: z.string(), count: z.number() });
export type MemberList = z.output<typeof memberListSchema>;

const listBody = z.object({
  name: lineField(
    LIST_NAME_MAX,
    '명단의 이름을 입력해 주세요.',
    `명단의 이름은 ${LIST_NAME_MAX}자 이하로 입력해 주세요.`,
  ),
  /** Numbers or e-mail addresses, one in each line, or lines of a table with one of them. */
  people: z.prefault(z.string().check(z.maxLength(LIST_TEXT_MAX, LIST_TOO_LONG)), ''),
  /** Saves although lines name nobody. */
  confirmed: z.prefault(z.boolean(), false),
});

/** What a form of a list has. */
export const memberListForm = z.object({
  name: listBody.shape.name,
  people: listBody.shape.people,
});

/** `saved` is false when lines name nobody, and nothing is stored. */
const savedListSchema = z.object({
  saved: z.boolean(),
  /** Null when nothing was saved. */
  list: z.nullable(memberListSchema),
  /** How many different members the lines name. */
  found: z.number(),
  errors: z.array(csvLineErrorSchema),
});
export type SavedList = z.output<typeof savedListSchema>;

export const audienceRoutes = {
  list: get('/api/admin/audiences', 'STUDENT_COUNCIL', {
    summary: 'The groups that a notice can be for beside years of study, without their members',
    response: z.object({
      majors: z.array(z.object({ name: z.string(), count: z.number() })),
      lists: z.array(memberListSchema),
    }),
  }),
  members: get('/api/admin/member-lists/:id', 'MANAGER', {
    summary: 'The members of a list by nickname',
    params: idParams,
    response: z.object({
      list: memberListSchema,
      members: z.array(z.object({ id: z.number(), nickname: z.string() })),
    }),
    errors: ['NOT_FOUND'],
  }),
  createList: post('/api/admin/member-lists', 'MANAGER', {
    summary: 'Make a list of members from pasted numbers or e-mail addresses',
    body: listBody,
    response: savedListSchema,
    errors: ['DUPLICATE'],
  }),
  changeList: put('/api/admin/member-lists/:id', 'MANAGER', {
    summary: 'Rename a list, add members to it and take others off',
    params: idParams,
    body: z.object({
      ...listBody.shape,
      removed: z.prefault(z.array(z.int()).check(z.maxLength(LIST_MEMBERS)), []),
    }),
    response: savedListSchema,
    errors: ['NOT_FOUND', 'DUPLICATE'],
  }),
  removeList: del('/api/admin/member-lists/:id', 'MANAGER', {
    summary: 'Delete a list; not while a scheduled notice is for it',
    params: idParams,
    response: messageSchema,
    errors: ['NOT_FOUND', 'MEMBER_LIST_IN_USE'],
  }),
};

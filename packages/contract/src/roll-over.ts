import * as z from 'zod/mini';
import { csvLineErrorSchema, reasonField, versionSchema } from './fields.ts';
import { tableReadingSchema } from './file-reading.ts';
import { peopleFile, ROSTER_ROLES } from './roster.ts';
import { get, post } from './route.ts';

/** What a roll-over does to a role of a person. */
const ROLL_OVER_VERDICTS = [
  'GRANT',
  'REVOKE',
  /** Only the last day of the role changes. */
  'LAST_DAY',
  'SAME',
  /** Stays as it is; `note` says why. */
  'LEFT_OUT',
] as const;
export type RollOverVerdict = (typeof ROLL_OVER_VERDICTS)[number];

const rollOverChangeSchema = z.object({
  /** Of the file, from 1 with the heading; 0 for a student whom the file does not have. */
  line: z.number(),
  verdict: z.enum(ROLL_OVER_VERDICTS),
  username: z.string(),
  name: z.string(),
  role: z.enum(ROSTER_ROLES),
  /** Last day of a granted role (YYYY-MM-DD, Korean time); null: without end. */
  lastDay: z.nullable(z.string()),
  /** A Korean sentence, or empty. */
  note: z.string(),
});
export type RollOverChange = z.output<typeof rollOverChangeSchema>;

const rollOverSchema = z.object({
  saved: z.boolean(),
  /** The first 200 of each verdict; empty when a repeated request gets the result of the first one. */
  changes: z.array(rollOverChangeSchema),
  /** How many of each verdict there are; those without any are left out. */
  counts: z.array(z.object({ verdict: z.enum(ROLL_OVER_VERDICTS), count: z.number() })),
  /** Students whom the file does not have, also when they keep the role. */
  missing: z.number(),
  errors: z.array(csvLineErrorSchema),
  reading: tableReadingSchema,
  version: versionSchema,
});
export type RollOver = z.output<typeof rollOverSchema>;

/** A role that ends by itself. */
const roleEndSchema = z.object({
  memberId: z.number(),
  username: z.string(),
  name: z.string(),
  role: z.enum(ROSTER_ROLES),
  lastDay: z.string(),
});

export const rollOverRoutes = {
  apply: post('/api/admin/roll-over', 'ADMIN', {
    summary:
      'Read graduates, assistants and the student council from the text of a CSV file and change their roles at once; a file with any error changes nothing',
    body: z.object({
      ...peopleFile,
      /** Students whom the file does not have lose the role STUDENT. */
      dropMissing: z.prefault(z.boolean(), false),
      /** Recorded with each change; required to apply. */
      reason: z.optional(reasonField),
    }),
    response: rollOverSchema,
    errors: ['EDIT_CONFLICT'],
  }),
  ends: get('/api/admin/role-ends', 'ADMIN', {
    summary: 'Roles that end by themselves, the next one first; recorded in the audit log',
    response: z.object({ ends: z.array(roleEndSchema) }),
  }),
};

import * as z from 'zod/mini';
import { dayField, lineField } from './fields.ts';
import { LIMITS } from './limits.ts';
import { TEXTS } from './texts.ts';

export const TEAM_KINDS = ['STUDY', 'CONTEST', 'PROJECT'] as const;
export type TeamKind = (typeof TEAM_KINDS)[number];

export const TEAM_KIND_NAMES: Record<TeamKind, string> = {
  STUDY: '스터디',
  CONTEST: '공모전',
  PROJECT: '프로젝트',
};

/** What only posts that recruit have. */
export const teamSchema = z.object({
  kind: z.enum(TEAM_KINDS),
  /** Members wanted besides the author, and those accepted so far. */
  places: z.number(),
  accepted: z.number(),
  /** The last Korean day of applications. */
  lastDay: z.string(),
  roles: z.array(z.string()),
  /** False after the last day, without free places, and when the author has closed it. */
  isOpen: z.boolean(),
});
export type Team = z.output<typeof teamSchema>;

/** Missing on other posts, on blinded ones, and for viewers who block the author. */
export const teamFields = { team: z.optional(teamSchema) };

/** Required for a new post on a board that recruits; a change without it leaves what is stored. */
export const teamInput = {
  team: z.nullish(
    z.object({
      kind: z.enum(TEAM_KINDS, { error: TEXTS.teamRequired }),
      places: z
        .int({ error: TEXTS.teamPlaces })
        .check(z.minimum(1, TEXTS.teamPlaces), z.maximum(LIMITS.teamPlacesMax, TEXTS.teamPlaces)),
      lastDay: dayField,
      roles: z
        .array(lineField(LIMITS.teamRoleMax, TEXTS.teamRoleRequired, TEXTS.teamRoleLength))
        .check(
          z.maxLength(LIMITS.teamRolesMax, TEXTS.teamRoles),
          z.refine((roles) => new Set(roles).size === roles.length, TEXTS.teamRoleTwice),
        ),
    }),
  ),
};
export type TeamInput = NonNullable<z.output<typeof teamInput.team>>;

import * as z from 'zod/mini';
import { boardTypeSchema } from './fields.ts';
import { ROLES } from './roles.ts';
import { defineRoutes } from './route.ts';

const roleSchema = z.enum(ROLES);

/** The caller (decisions 42). `nickName` and `profileImageUrl` repeat a value under a second name (decisions 56). */
export const meSchema = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  nickname: z.string(),
  nickName: z.string(),
  email: z.string(),
  intro: z.string(),
  profileThumbnails: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  roles: z.array(roleSchema),
  /** Boards marked with the star, in the order of marking (decisions 73). */
  favoriteBoards: z.array(boardTypeSchema),
  postCount: z.number(),
  commentCount: z.number(),
});
export type Me = z.output<typeof meSchema>;

export const memberRoutes = defineRoutes({
  me: {
    method: 'GET',
    path: '/api/member/me',
    summary: 'The signed-in member',
    access: 'signedIn',
    response: z.object({ meDto: meSchema }),
  },
  myRoles: {
    method: 'GET',
    path: '/api/member/my-roles',
    summary: 'Roles of the signed-in member, read anew at every request',
    access: 'signedIn',
    response: z.object({ roles: z.array(roleSchema) }),
  },
});

import type { Tx } from '@naru/server/db/client';
import { chatRoomMembers, chatRooms, teamApplications, teams } from '@naru/server/db/schema';
import { addDays, addSeconds, kstDay } from '@naru/server/platform/clock';
import type { DemoPost } from './content.ts';
import { type DemoWorld, personNamed } from './demo-world.ts';
import type { PostPlan } from './plan-posts.ts';

type Team = NonNullable<DemoPost['team']>;

/** Adds what the posts of the board recruit, with applications and the rooms of who was accepted. */
export async function insertDemoTeams(
  tx: Tx,
  world: DemoWorld,
  list: readonly DemoPost[],
  plans: readonly PostPlan[],
): Promise<void> {
  for (const [place, { team, by }] of list.entries()) {
    const postId = plans[place]?.row.id;
    if (team !== undefined && postId !== undefined) await insertTeam(tx, world, postId, team, by);
  }
}

async function insertTeam(tx: Tx, world: DemoWorld, postId: number, team: Team, author: string) {
  const { kind, places, days, roles, applications } = team;
  const { now } = world;
  const accepted = applications.filter(({ state }) => state === 'ACCEPTED');
  const isClosed = accepted.length >= places;
  await tx
    .insert(teams)
    .values({ postId, kind, places, roles, isClosed, lastDay: addDays(kstDay(now), days) });
  if (applications.length === 0) return;
  await tx.insert(teamApplications).values(
    applications.map(({ by, hours, state, message }) => ({
      postId,
      memberId: personNamed(world, by).id,
      ...{ state, message },
      createdAt: addSeconds(now, -hours * 3600),
      decidedAt: state === 'WAITING' ? null : addSeconds(now, -hours * 1800),
    })),
  );
  if (accepted.length === 0) return;
  const values = { teamId: postId, createdAt: now };
  const [room] = await tx.insert(chatRooms).values(values).returning({ id: chatRooms.id });
  const names = [author, ...accepted.map(({ by }) => by)];
  await tx
    .insert(chatRoomMembers)
    .values(
      names.map((name) => ({ roomId: room?.id ?? 0, memberId: personNamed(world, name).id })),
    );
}

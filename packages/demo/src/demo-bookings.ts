import type { Tx } from '@naru/server/db/client';
import { bookingClosures, bookingResources, bookings, bookingUnits } from '@naru/server/db/schema';
import { addDays, addSeconds, kstDay, startOfKstDay, weekdayOf } from '@naru/server/platform/clock';
import { inArray, sql } from 'drizzle-orm';
import { type DemoAuthors, type DemoWorld, personNamed } from './demo-world.ts';

const HOUR = 60 * 60;
const WORKDAY = { from: 540, to: 1260 };
const DAILY = Array.from({ length: 7 }, () => WORKDAY);
const WEEKDAYS = DAILY.map((hours, day) => (day === 0 || day === 6 ? null : hours));
const SEED = 'naru-demo-lockers';
const numbered = (count: number, word: string) =>
  Array.from({ length: count }, (_, at) => `${at + 1}${word}`);

type NewResource = typeof bookingResources.$inferInsert;

const RULES = { slotMinutes: 60, lengthMax: 3, aheadDays: 14, hours: DAILY };

/** Four kinds: rooms, computers, lockers and kits. */
const RESOURCES: readonly { values: NewResource; units: string[] }[] = [
  {
    values: {
      ...RULES,
      name: '세미나실',
      place: '공학1관 3층',
      note: '나갈 때 불과 에어컨을 꺼 주세요.',
      span: 'SLOTS',
      way: 'FIRST',
      weeklyMinutes: 360,
      checkInMinutes: 15,
    },
    units: ['A실 (8명)', 'B실 (6명)'],
  },
  {
    values: {
      ...RULES,
      name: 'GPU 서버',
      place: '원격 접속',
      note: '승인되면 접속 정보를 메일로 보내 드립니다.',
      span: 'SLOTS',
      way: 'APPROVAL',
      slotMinutes: 240,
    },
    units: ['gpu-1', 'gpu-2'],
  },
  {
    values: {
      ...RULES,
      name: '아두이노 키트',
      place: '공학1관 학과 사무실',
      span: 'DAYS',
      way: 'FIRST',
      lengthMax: 7,
      hours: WEEKDAYS,
      weeklyCount: 1,
      offerMinutes: 120,
    },
    units: numbered(3, '번 키트'),
  },
  {
    values: { ...RULES, name: '사물함', place: '공학1관 2층 복도', span: 'TERM', way: 'LOTTERY' },
    units: numbered(12, '번'),
  },
];

/** Resources of all kinds with bookings around the day of filling. */
export async function insertDemoBookings(tx: Tx, world: DemoWorld): Promise<void> {
  const today = kstDay(world.now);
  const next = nextWorkday(today);
  const at = (day: string, hour: number) => addSeconds(startOfKstDay(day), hour * HOUR);
  const [room, gpu, kit, lockers] = await insertResources(tx, world.now);
  const by = (name: string) => personNamed(world, name).id;
  const own = { createdAt: addSeconds(world.now, -HOUR) };
  const slots = (day: string, from: number, to: number) => ({
    ...own,
    startsAt: at(day, from),
    endsAt: at(day, to),
  });
  const { id: roomId, units: rooms } = room;
  await tx.insert(bookings).values([
    {
      ...slots(next, 14, 16),
      resourceId: roomId,
      unitId: rooms[0],
      memberId: by('해솔'),
      state: 'BOOKED',
      checkInBy: addSeconds(at(next, 14), 15 * 60),
    },
    {
      ...slots(next, 10, 12),
      resourceId: roomId,
      unitId: rooms[0],
      memberId: by('돛단배'),
      state: 'BOOKED',
      checkInBy: addSeconds(at(next, 10), 15 * 60),
    },
    {
      ...slots(next, 14, 15),
      resourceId: roomId,
      unitId: rooms[1],
      memberId: by('돛단배'),
      state: 'BOOKED',
      checkInBy: addSeconds(at(next, 14), 15 * 60),
    },
    {
      ...slots(next, 13, 17),
      resourceId: gpu.id,
      unitId: gpu.units[0],
      memberId: by('해솔'),
      state: 'REQUESTED',
    },
    {
      ...slots(next, 0, 48),
      resourceId: kit.id,
      unitId: kit.units[0],
      memberId: by('돛단배'),
      state: 'BOOKED',
    },
    ...['해솔', '돛단배'].map((name) => ({
      ...own,
      resourceId: lockers.id,
      memberId: by(name),
      state: 'ENTERED' as const,
      startsAt: startOfKstDay(termOf(today).termStartsOn),
      endsAt: startOfKstDay(addDays(termOf(today).termEndsOn, 1)),
    })),
  ]);
  const day = addDays(next, 7);
  const reason = '공학1관 정전 점검';
  await tx
    .insert(bookingClosures)
    .values({ startsOn: day, endsOn: day, reason, createdAt: world.now });
}

/** Lockers from the week after the draw on, for four months. */
function termOf(today: string) {
  return { termStartsOn: addDays(today, 14), termEndsOn: addDays(today, 134) };
}

function nextWorkday(today: string): string {
  let day = addDays(today, 1);
  while (weekdayOf(day) % 6 === 0) day = addDays(day, 1);
  return day;
}

interface Made {
  id: number;
  units: number[];
}

async function insertResources(tx: Tx, now: Date): Promise<[Made, Made, Made, Made]> {
  const today = kstDay(now);
  const made: Made[] = [];
  for (const { values, units } of RESOURCES) {
    const isTerm = values.span === 'TERM';
    const closesAt = addSeconds(startOfKstDay(addDays(today, 7)), 18 * HOUR);
    const term = isTerm ? { ...termOf(today), seed: SEED, closesAt } : {};
    const [row] = await tx
      .insert(bookingResources)
      .values({ ...values, ...term, createdAt: now, quotaSince: now })
      .returning({ id: bookingResources.id });
    if (row === undefined) throw new Error('a resource of the demo is missing');
    const stored = await tx
      .insert(bookingUnits)
      .values(units.map((name, position) => ({ resourceId: row.id, name, position })))
      .returning({ id: bookingUnits.id });
    made.push({ id: row.id, units: stored.map(({ id }) => id) });
  }
  return made as [Made, Made, Made, Made];
}

/** Bookings of the demo's members, and its resources that nobody else has booked. */
export async function removeDemoBookings(tx: Tx, { ids }: DemoAuthors): Promise<void> {
  await tx.delete(bookings).where(inArray(bookings.memberId, ids));
  const names = RESOURCES.map(({ values }) => values.name);
  await tx.delete(bookingResources).where(
    sql`${inArray(bookingResources.name, names)} and not exists (
      select from ${bookings} where ${bookings.resourceId} = ${bookingResources.id})`,
  );
  await tx.delete(bookingClosures).where(sql`${bookingClosures.reason} = '공학1관 정전 점검'`);
}

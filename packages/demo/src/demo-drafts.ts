import { readDraftPlace } from '@naru/contract/drafts';
import type { Tx } from '@naru/server/db/client';
import { drafts } from '@naru/server/db/schema';
import { addSeconds } from '@naru/server/platform/clock';
import * as z from 'zod/mini';
import list from './content/drafts.json' with { type: 'json' };
import { type DemoWorld, personNamed } from './demo-world.ts';

const draftSchema = z.strictObject({
  by: z.string(),
  place: z.string().check(z.refine((place) => readDraftPlace(place) !== null)),
  /** How long ago it was saved. */
  hours: z.int().check(z.minimum(1)),
  title: z.string(),
  body: z.array(z.string()),
  excerpt: z.string(),
});

/** Posts that members have begun and not finished. */
export async function insertDemoDrafts(tx: Tx, world: DemoWorld): Promise<void> {
  const { seal, now } = world;
  await tx.insert(drafts).values(
    z.parse(z.array(draftSchema), list).map(({ by, place, hours, title, body, excerpt }) => {
      const { id: memberId } = personNamed(world, by);
      const content = { title, html: body.join(''), choices: '', files: [] };
      return {
        memberId,
        place,
        version: 'demo-draft',
        head: seal.sealFor(memberId, JSON.stringify({ title, excerpt })),
        content: seal.sealFor(memberId, JSON.stringify(content)),
        savedAt: addSeconds(now, -hours * 3600),
      };
    }),
  );
}

import type { PetitionAddressee } from '@naru/contract/petition-bodies';
import { sql } from 'drizzle-orm';
import type { SignedIn, TestApp } from '../test-app.ts';

interface PetitionValues {
  title?: string;
  addressee?: PetitionAddressee;
  threshold?: number;
}

let counter = 0;

/** Begins a petition as `author`; returns the id of its post. */
export async function createPetition(
  t: TestApp,
  author: SignedIn,
  { title, addressee = 'OFFICE', threshold }: PetitionValues = {},
): Promise<number> {
  counter += 1;
  const named = title ?? `시험 청원 ${counter}`;
  const id = await t.services.petitions.create(actorOf(author), {
    title: named,
    content: `<p>${named} 내용</p>`,
    imageUrls: [],
    attachments: [],
    addressee,
    isConfirmed: true,
  });
  if (threshold !== undefined) {
    await t.db.execute(sql`update petitions set threshold = ${threshold} where post_id = ${id}`);
  }
  return id;
}

/** A petition whose threshold the signature of `signer` reached. */
export async function createOwedPetition(
  t: TestApp,
  { author, signer }: { author: SignedIn; signer: SignedIn },
  values: PetitionValues = {},
): Promise<number> {
  const id = await createPetition(t, author, { ...values, threshold: 1 });
  await signPetition(t, signer, id);
  return id;
}

export function signPetition(t: TestApp, as: Pick<SignedIn, 'id' | 'roles'>, id: number) {
  return t.services.petitions.sign(actorOf(as), id, true);
}

export function closePetition(t: TestApp, as: SignedIn, id: number) {
  return t.services.petitions.close(actorOf(as), id, '이미 이루어졌습니다.');
}

export function answerPetition(t: TestApp, as: SignedIn, id: number, content = '답변입니다.') {
  return t.services.petitions.answer(actorOf(as), id, { content, amends: null });
}

function actorOf({ id, roles }: Pick<SignedIn, 'id' | 'roles'>) {
  return { memberId: id, sessionId: '', roles };
}

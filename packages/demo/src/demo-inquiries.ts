import type { Tx } from '@naru/server/db/client';
import { attachments, inquiries } from '@naru/server/db/schema';
import { wakingTimeBefore } from './demo-calendar.ts';
import { fileRow } from './demo-files.ts';
import { type DemoWorld, personNamed } from './demo-world.ts';

/** A role request that waits for an ADMIN, with its proof. */
const REQUEST = {
  by: '새벽바다',
  ago: 210,
  title: '학생 권한을 요청합니다',
  content:
    '학교 메일이 아직 나오지 않아 개인 메일로 가입했습니다. 재학 확인서를 첨부하니 확인 부탁드립니다.',
  files: ['재학 확인서.pdf'],
};

export const inquiryFileNames = (): string[] => REQUEST.files;

export async function insertDemoInquiries(tx: Tx, world: DemoWorld): Promise<void> {
  const { by, ago, title, content, files } = REQUEST;
  const ownerId = personNamed(world, by).id;
  const at = wakingTimeBefore(world.now, ago);
  const [row] = await tx
    .insert(inquiries)
    .values({
      ...{ memberId: ownerId, title, content, createdAt: at },
      category: 'ROLE_REQUEST',
      targetRole: 'STUDENT',
    })
    .returning({ id: inquiries.id });
  await tx.insert(attachments).values(
    files.map((name, position) => ({
      ...fileRow(world, name, { ownerId, position, at }),
      inquiryId: row?.id,
    })),
  );
}

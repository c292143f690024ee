import { expect, type Person } from './test.ts';

/** Identity of 20250001, who writes anonymously; `해` + `솔` matches no other member. */
export const AUTHOR = {
  username: '20250001',
  nickname: '해솔',
  name: '윤해솔',
  email: 'demo.haesol@g.kmou.ac.kr',
};

/** Fields that must be null or empty in responses. */
const IDENTITY_FIELDS = /"writer(Id|ProfileThumbnails)":(?!null)|"writerRoles":\[(?!\])/;

interface Traces {
  id: number;
  picture: string;
}

/** Id and picture of the author, from the author's own session. */
export async function tracesOf({ page, accessToken }: Person): Promise<Traces> {
  const response = await page.request.get('/api/member/me', {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const { meDto }: { meDto: { id: number; profileThumbnails: string } } = await response.json();
  expect(meDto.profileThumbnails).toMatch(/^\/files\//);
  return { id: meDto.id, picture: meDto.profileThumbnails.replace(/\.webp$/, '') };
}

/** Expects that `text` does not identify the author. */
export function expectAnonymous(text: string, traces: Traces, where: string) {
  for (const trace of [...Object.values(AUTHOR), traces.picture]) {
    expect(text, `${trace} in ${where}`).not.toContain(trace);
  }
  expect(text, `id of the author in ${where}`).not.toMatch(
    new RegExp(`"(writerId|memberId|userId|authorId)":${traces.id}\\b`),
  );
  expect(text, where).not.toMatch(IDENTITY_FIELDS);
}

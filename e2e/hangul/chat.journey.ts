import { button, field, link } from '../engines/screen.ts';
import { apiAs } from '../support/api.ts';
import { digits, expect, type Open, test } from './test.ts';

const FIELD = field('메시지 입력');
const NEXT = '그리고 또';

interface Rooms {
  roomDtos: { roomId: number; partner: { nickName: string } }[];
}

/** Opens the chat of two friends with its field in focus. */
async function openRoom(open: Open) {
  const mark = digits();
  const page = await open('20250001');
  await page.go('/chat-mail');
  await page.click(link(/텐서/));
  await page.click(FIELD);
  return {
    page,
    mark,
    /** Looks for the messages on the page, goes on typing, and compares with what is stored. */
    expectSent: async (...texts: string[]) => {
      for (const text of texts) {
        const [line = ''] = text.split('\n');
        await page.see({ role: 'listitem', has: line, within: { role: 'log', name: '대화 내용' } });
      }
      await page.type(NEXT);
      await page.shows(FIELD, NEXT);
      await page.type('\b'.repeat(3 * NEXT.length));
      await page.shows(FIELD, '');
      const { call } = await apiAs('20220508');
      const { roomDtos } = await call<Rooms>('GET', '/api/mail/my-room');
      const room = roomDtos.find(({ partner }) => partner.nickName === '해솔');
      const { messages } = await call<{ messages: { content: string }[] }>(
        'GET',
        `/api/mail/messages/${room?.roomId}`,
      );
      // The call has the newest first.
      const own = messages.map(({ content }) => content).toReversed();
      expect(own.filter((content) => content.startsWith(mark))).toEqual(texts);
    },
  };
}

test('chat: Enter while a syllable is composed', async ({ open }) => {
  const { page, mark, expectSent } = await openRoom(open);
  await page.type(`${mark} 점심 먹자\n`);
  await expectSent(`${mark} 점심 먹자`);
});

test('chat: three messages in one go', async ({ open }) => {
  const { page, mark, expectSent } = await openRoom(open);
  const texts = ['안녕', '점심 먹자', '학생회관'].map((text) => `${mark} ${text}`);
  await page.type(texts.map((text) => `${text}\n`).join(''));
  await expectSent(...texts);
});

test('chat: Shift+Enter while a syllable is composed breaks the line', async ({ open }) => {
  const { page, mark, expectSent } = await openRoom(open);
  await page.type(`${mark} 점심`);
  await page.key('Enter', 'Shift');
  await page.type('먹자\n');
  await expectSent(`${mark} 점심\n먹자`);
});

test('chat: the button while a syllable is composed', async ({ open }) => {
  const { page, mark, expectSent } = await openRoom(open);
  await page.type(`${mark} 점심 먹자`);
  await page.click(button('보내기'));
  await expectSent(`${mark} 점심 먹자`);
});

test('chat: Backspace through a syllable, then Enter', async ({ open }) => {
  const { page, mark, expectSent } = await openRoom(open);
  await page.type(`${mark} 점심 안녕\b\b\b\b먹작\b\n`);
  await expectSent(`${mark} 점심 먹자`);
});

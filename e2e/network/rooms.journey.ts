import { type ApiClient, apiAs, unique } from '../support/api.ts';
import { bubble, composerOf, HAESOL, logOf, TENSOR } from '../support/chat.ts';
import { joinMember } from '../support/join.ts';
import { DEMO_ROOM } from '../support/lectures.ts';
import { editorOf, rowOf, typeInto, writePost } from '../support/pages.ts';
import { expect, expectOnce, type Participant, test, visit } from './test.ts';

const QUESTIONS = '/api/lecture-room/posts?lectureId=1&type=LECTURE_Q';

test('anonymous question in a lecture room [REL-18]', async ({ join }) => {
  const { page, send } = await join((await joinMember()).username);
  const [question, text] = [unique('역전파가 어렵습니다'), '식을 어떻게 세우나요'];
  const anonymous = page.getByRole('checkbox', { name: '익명으로 질문하기' });
  await visit(page, `${DEMO_ROOM}/write?tab=questions`);
  await anonymous.check();
  await writePost(page, { title: question, text });
  await send({
    button: page.getByRole('main').getByRole('button', { name: '등록', exact: true }),
    done: rowOf(page, question),
    needs: '/api/lecture-room/1',
    typed: async () => {
      await page.getByRole('button', { name: '이어 쓰기' }).click();
      await expect(page.getByRole('textbox', { name: '제목' })).toHaveValue(question);
      await expect(editorOf(page)).toContainText(text);
      await expect(anonymous).toBeChecked();
    },
  });
  await expect(rowOf(page, question)).toHaveCount(1);
  await expect(rowOf(page, question)).toContainText('익명');
  await expectOnce(await apiAs(HAESOL.username), QUESTIONS, question);
});

test('answer to a question [REL-18]', async ({ join }) => {
  const asker = await apiAs(HAESOL.username);
  const { id } = await asker.call<{ id: number }>('POST', '/api/post/lecture-post-up', {
    lectureId: 1,
    boardType: 'LECTURE_Q',
    title: unique('과제 마감이 언제인가요'),
    content: '<p>오늘인가요?</p>',
    imageUrls: [],
    anonymous: false,
  });
  const { page, send } = await join('prof01');
  const text = unique('금요일 자정입니다');
  const editor = page.getByRole('textbox', { name: '답변' });
  const begin = page.getByRole('button', { name: '답변 쓰기' });
  await visit(page, `${DEMO_ROOM}/${id}`);
  await begin.click();
  await typeInto(page, editor, text);
  await send({
    button: page.getByRole('button', { name: '답변 등록' }),
    done: page.getByRole('button', { name: '답변 수정' }),
    needs: `/api/post/1/${id}`,
    typed: async () => {
      await begin.click();
      await expect(editor).toContainText(text);
    },
  });
  await expect(page.getByRole('region', { name: '답변' })).toContainText(text);
  await expectOnce(asker, `/api/post/1/${id}`, text);
});

async function say({ page, send }: Participant, text: string): Promise<void> {
  await composerOf(page).fill(text);
  await send({
    button: bubble(page, text)
      .getByRole('button', { name: '다시 보내기' })
      .or(page.getByRole('button', { name: '보내기', exact: true }))
      .first(),
    done: bubble(page, text).filter({ hasNotText: /전송하지 못했습니다|연결되면|보내는 중/ }),
    isOnlineOnly: true,
    typed: () => expect(bubble(page, text)).toHaveCount(1),
  });
}

async function messagesOf(client: ApiClient, partner: string): Promise<string> {
  type Rooms = { roomDtos: { roomId: number; partner: { nickName: string } }[] };
  const { roomDtos } = await client.call<Rooms>('GET', '/api/mail/my-room');
  const room = roomDtos.find(({ partner: { nickName } }) => nickName === partner);
  return `/api/mail/messages/${room?.roomId}?size=50`;
}

test('chat in two windows [REL-18]', async ({ join }) => {
  const [haesol, tensor] = [await join(HAESOL.username), await join(TENSOR.username)];
  for (const [{ page }, { nickName }] of [
    [haesol, TENSOR],
    [tensor, HAESOL],
  ] as const) {
    await visit(page, '/chat-mail');
    await page.getByRole('link', { name: new RegExp(nickName) }).click();
    await expect(logOf(page).getByRole('listitem').last()).toBeVisible();
  }
  const [first, second] = [unique('점심 같이 먹자'), unique('좋아요')];
  await say(haesol, first);
  await expect(bubble(tensor.page, first)).toHaveCount(1);
  await say(tensor, second);
  for (const { page } of [haesol, tensor]) {
    await expect(bubble(page, first)).toHaveCount(1);
    await expect(bubble(page, second)).toHaveCount(1);
  }
  const client = await apiAs(TENSOR.username);
  const messages = await messagesOf(client, HAESOL.nickName);
  await expectOnce(client, messages, first);
  await expectOnce(client, messages, second);
});

test('timetable entry [REL-18]', async ({ join }) => {
  const member = await joinMember();
  const { page, send } = await join(member.username);
  const [title, place] = [unique('카페 아르바이트'), '남포동'];
  const dialog = page.getByRole('dialog', { name: '개인 일정 추가' });
  const name = dialog.getByRole('textbox', { name: '이름' });
  const begin = page.getByRole('button', { name: '개인 일정 추가' });
  await visit(page, '/main/study-dashboard');
  await begin.click();
  await typeInto(page, name, title);
  await typeInto(page, dialog.getByRole('textbox', { name: '장소' }), place);
  await send({
    button: dialog.getByRole('button', { name: '추가', exact: true }),
    done: page.getByRole('button', { name: new RegExp(`^${title}`) }),
    needs: '/api/lecture-room/mark',
    typed: async () => {
      await begin.click();
      await expect(name).toHaveValue(title);
      await expect(dialog.getByRole('textbox', { name: '장소' })).toHaveValue(place);
    },
  });
  await expectOnce(await apiAs(member.username), '/api/timetable/entries', title);
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { EditMenu } from '../../ui/edit-menu.tsx';
import { useAliasMenu } from './blocked-authors.tsx';

const SET = 'PUT /api/post/1/alias-block';

function Menu(props: { isAuthor?: boolean; blocked?: boolean; anonymous?: boolean }) {
  const { isAuthor = false, blocked = false, anonymous = true } = props;
  const items = useAliasMenu({ id: 1, isAuthor, blocked }, anonymous);
  return items.length === 0 ? '없음' : <EditMenu label="게시글 메뉴" extra={items} />;
}

async function answer(name: string, choice: string): Promise<HTMLElement> {
  const question = await screen.findByRole('alertdialog', { name });
  fireEvent.click(within(question).getByRole('button', { name: choice }));
  return question;
}

describe('the block of 글쓴이 in the menu of a post [ANON-17]', () => {
  const choose = async (name: string) => {
    fireEvent.click(await screen.findByRole('button', { name: '게시글 메뉴' }));
    fireEvent.click(await screen.findByRole('menuitem', { name }));
  };
  const done = { body: { blocks: true, message: '이 글에서 차단했습니다.' } };

  it('asks and says what is hidden', async () => {
    const calls = fakeApi({ [SET]: done });
    await renderRouted(<Menu />);
    await choose('차단');
    const question = await answer('이 글에서 글쓴이 님을 차단할까요?', '차단');
    expect(question.textContent).toContain('이 글과 작성자의 댓글이 나에게만 가려지고');
    await waitFor(() => expect(calls).toEqual([`${SET} {"alias":"글쓴이","blocks":true}`]));
  });

  it('is lifted without a question', async () => {
    const calls = fakeApi({ [SET]: done });
    await renderRouted(<Menu blocked />);
    await choose('차단 해제');
    await waitFor(() => expect(calls).toEqual([`${SET} {"alias":"글쓴이","blocks":false}`]));
  });

  it.each([{ isAuthor: true }, { anonymous: false }])('is missing for %j', async (props) => {
    fakeApi({});
    await renderRouted(<Menu {...props} />);
    expect(await screen.findByText('없음')).toBeDefined();
  });
});

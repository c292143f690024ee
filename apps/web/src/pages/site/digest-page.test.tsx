import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderPage } from '../../testing/fake-page.tsx';
import { DigestPage } from './digest-page.tsx';

const CALL = 'POST /api/digest/stop/abc.123';

it('stops the digest by a button, not by being opened [DIGEST-05]', async () => {
  const calls = fakeApi({
    [CALL]: { body: { message: '소식 이메일을 더 이상 보내지 않습니다.' } },
  });
  await renderPage(DigestPage, { at: '/#abc.123' });
  expect(calls).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: '소식 이메일 끄기' }));
  expect(await screen.findByText('소식 이메일을 더 이상 보내지 않습니다.')).toBeDefined();
  expect(calls).toEqual([CALL]);
});

it('says why a link does not work [DIGEST-05]', async () => {
  const body = { error: 'DIGEST_LINK_INVALID', message: '주소가 올바르지 않습니다.' };
  fakeApi({ [CALL]: { status: 403, body } });
  await renderPage(DigestPage, { at: '/#abc.123' });
  fireEvent.click(screen.getByRole('button', { name: '소식 이메일 끄기' }));
  expect(await screen.findByText('주소가 올바르지 않습니다.')).toBeDefined();
});

it('asks for the whole address without a token [DIGEST-05]', async () => {
  await renderPage(DigestPage, { at: '/' });
  expect(screen.getByText('이메일의 주소를 빠짐없이 열어 주세요.')).toBeDefined();
});

import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MessageText } from './message-row.tsx';

it('makes a link of an address in a message and never markup [HTML-03]', async () => {
  const text = '<b>앞</b> https://a.kr/b에서 봐요 javascript:alert(1)';
  const { container } = render(<MessageText text={text} />);
  const link = await screen.findByRole('link');
  expect(link.getAttribute('href')).toBe('https://a.kr/b');
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc');
  expect(container.textContent).toBe(text.replace('에서', ' (새 창)에서'));
  expect(container.querySelector('b')).toBeNull();
});

it('makes links of the first 20 addresses of a message [HTML-26]', async () => {
  render(<MessageText text={'https://a.kr '.repeat(150)} />);
  expect(await screen.findAllByRole('link')).toHaveLength(20);
});

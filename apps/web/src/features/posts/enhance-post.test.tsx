import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PostContent } from './post-content.tsx';

it('puts a table into a scrolling box that the keyboard reaches, with its spans [HTML-19]', () => {
  const html =
    '<table><tbody><tr><th colspan="2" style="position:fixed">구분</th></tr><tr><td>1차</td><td class="x">12.1</td></tr></tbody></table>';
  const { rerender, container } = render(<PostContent html={html} />);
  rerender(<PostContent html={`${html}<p>뒤</p>`} />);
  const box = screen.getByRole('group', { name: '표' });
  expect(box.tabIndex).toBe(0);
  expect(container.querySelectorAll('.table-scroll')).toHaveLength(1);
  expect(screen.getByRole('columnheader', { name: '구분' }).getAttribute('colspan')).toBe('2');
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['1차', '12.1']);
  expect(container.innerHTML).not.toMatch(/fixed|class="x"/);
});

import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Avatar } from './avatar.tsx';

const KEY = `/files/${'a'.repeat(24)}`;

it('loads the small size of a picture and falls back to the first letter [UI-233]', () => {
  const { container } = render(<Avatar name="가람" src={`${KEY}.webp`} />);
  const image = container.querySelector('img');
  expect(image?.getAttribute('src')).toBe(`${KEY}_thumb.webp`);
  if (image) fireEvent.error(image);
  expect(screen.getByText('가')).toBeDefined();
});

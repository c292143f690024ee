import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ColorPreview } from './color-preview.tsx';

const tokens = readFileSync(join(import.meta.dirname, '../../ui/tokens.css'), 'utf8');
const styleOf = () => screen.getByText('밝은 화면').closest('[aria-hidden]')?.getAttribute('style');

it('shows the colours of both themes as they are, whatever the theme of the page [UI-27]', () => {
  const { rerender } = render(<ColorPreview hex={null} />);
  const shown =
    styleOf()
      ?.split('; ')
      .map((one) => one.replace(/;$/, '')) ?? [];
  expect(shown).toHaveLength(4);
  for (const one of shown) expect(tokens).toContain(`  ${one};`);
  expect(screen.getByText('밝은 화면').parentElement?.style.colorScheme).toBe('light');
  expect(screen.getByText('어두운 화면').parentElement?.style.colorScheme).toBe('dark');
  rerender(<ColorPreview hex="#7a1f3d" />);
  expect(styleOf()).toContain('--color-sea: light-dark(#7a1f3d, ');
  rerender(<ColorPreview hex="#ffee00" />);
  expect(styleOf()).toContain('--color-sea: light-dark(#0b5bd3, ');
});

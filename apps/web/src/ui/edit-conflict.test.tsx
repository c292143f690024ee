import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { EditConflict } from './edit-conflict.tsx';

describe('EditConflict', () => {
  it('marks what differs, below a name of its own [UI-182, POST-11]', () => {
    const { container } = render(
      <EditConflict
        differences={[
          {
            label: '행사 배너',
            theirs: '1. 학술제\n오후 3시\n\n2. 체육대회',
            mine: '1. 학술제\n오후 5시\n',
          },
        ]}
        pending={false}
        onKeepMine={() => undefined}
        onTakeTheirs={() => undefined}
      />,
    );
    const marked = [...container.querySelectorAll('mark')].map(({ textContent }) => textContent);
    expect(marked).toEqual(['오후 3시', '2. 체육대회', '오후 5시']);
    expect(screen.getByRole('region', { name: '행사 배너 비교' })).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('alert'));
  });
});

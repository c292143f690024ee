import { ROLES } from '@naru/contract/roles';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RoleTag } from './role-tag.tsx';

it('gives every role a colour of its own [ROLE-88]', () => {
  const colours = ROLES.map((role) => {
    const { container } = render(<RoleTag role={role} />);
    const classes = [...(container.firstElementChild?.classList ?? [])];
    return classes.filter((name) => name.startsWith('bg-')).join();
  });
  expect(new Set(colours).size).toBe(ROLES.length);
});

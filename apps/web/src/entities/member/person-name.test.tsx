import { ROLES } from '@naru/contract/roles';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeProfile, PersonName, shownProfile } from './person-name.tsx';
import { RoleTag } from './role-tag.tsx';

afterEach(closeProfile);

describe('PersonName', () => {
  it('opens the profile card of the member', () => {
    render(<PersonName name="해솔" memberId={7} />);
    fireEvent.click(screen.getByRole('button', { name: '해솔 프로필 보기' }));
    expect(shownProfile.get()).toBe(7);
  });

  it.each(['익명', '글쓴이', '탈퇴한 회원'])('is plain text for %s [ANON-16, UI-23]', (name) => {
    render(<PersonName name={name} memberId={null} />);
    expect(screen.queryByRole('button')).toBeNull();
    fireEvent.click(screen.getByText(name));
    expect(shownProfile.get()).toBeNull();
  });
});

it('gives every role a colour of its own [ROLE-88]', () => {
  const colours = ROLES.map((role) => {
    const { container } = render(<RoleTag role={role} />);
    const classes = [...(container.firstElementChild?.classList ?? [])];
    return classes.filter((name) => name.startsWith('bg-')).join();
  });
  expect(new Set(colours).size).toBe(ROLES.length);
});

import type { Role } from '@naru/contract/roles';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../testing/whole-app.tsx';

describe('the guide', () => {
  it('opens by its address, with pictures, and its links stay within the app [OPS-125]', async () => {
    await renderApp('/guide/council', 'STUDENT');
    expect(await screen.findByRole('heading', { name: '학생회 안내서' })).toBeDefined();
    const picture = screen.getByRole('img', { name: /^배너를 수정하는 화면/ });
    expect(picture.getAttribute('src')).toMatch(/council-banner.*\.webp$/);
    // As large as it is shown, so that the page keeps its place free.
    const size = ['width', 'height'].map((name) => Number(picture.getAttribute(name)));
    expect(size[0]).toBeGreaterThan(300);
    expect(size[0]).toBeLessThanOrEqual(720);
    expect(size[1]).toBeLessThanOrEqual(544);
    fireEvent.click(screen.getByRole('link', { name: '조교 안내서의 배너' }));
    expect(await screen.findByRole('heading', { name: '조교 안내서' })).toBeDefined();
    await waitFor(() => expect(decodeURIComponent(window.location.hash)).toBe('#배너'));
    expect(document.getElementById('배너')?.textContent).toBe('배너');
  });

  it('names files that no installation serves instead of linking to them', async () => {
    await renderApp('/guide/operator', 'ADMIN');
    await screen.findByRole('heading', { name: '운영자 안내서' });
    expect(screen.getAllByText('CHANGELOG.md').map(({ tagName }) => tagName)).toContain('CODE');
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
    expect(links.filter((href) => href.includes('.md'))).toEqual([]);
  });

  it('opens every page that its index links to [OPS-125]', async () => {
    await renderApp('/guide', 'STUDENT');
    await screen.findByRole('heading', { name: '안내서' });
    const rows = within(screen.getByRole('article')).getAllByRole('link');
    const names = rows.map((link) => link.getAttribute('href')?.split('/').at(-1));
    expect(names).toEqual(expect.arrayContaining(['operator', 'sources', 'settings']));
    fireEvent.click(screen.getByRole('link', { name: '수집' }));
    expect(await screen.findByRole('heading', { level: 1, name: /수집/ })).toBeDefined();
    expect(screen.queryByText('없는 안내서입니다.')).toBeNull();
  });

  it('says that there is no such guide', async () => {
    await renderApp('/guide/nothing', 'STUDENT');
    expect(await screen.findByText('없는 안내서입니다.')).toBeDefined();
  });

  it.each<[Role, string]>([
    ['STUDENT_COUNCIL', '/guide/council'],
    ['MANAGER', '/guide/staff'],
    ['ADMIN', '/guide/admin'],
  ])('is linked from the console, for %s', async (role, href) => {
    await renderApp('/admin', role);
    const link = await screen.findByRole('link', { name: '도움말' });
    expect(link.getAttribute('href')).toBe(href);
  });
});

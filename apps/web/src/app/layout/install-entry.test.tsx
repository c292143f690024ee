import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { installWay } from '../../lib/install.ts';
import { InstallEntry } from './profile-panel.tsx';

const ENTRY = { name: '앱으로 설치' };

afterEach(() => {
  act(() => installWay.set(null));
  Reflect.deleteProperty(window, 'naruInstall');
});

it('is there only where the device can install the site, which asks when it is chosen [OFF-11]', () => {
  const onClose = vi.fn();
  render(<InstallEntry onClose={onClose} />);
  expect(screen.queryByRole('button', ENTRY)).toBeNull();

  const prompt = vi.fn().mockResolvedValue({ outcome: 'accepted' });
  Reflect.set(window, 'naruInstall', { prompt });
  act(() => installWay.set('prompt'));
  expect(prompt).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', ENTRY));
  expect(prompt).toHaveBeenCalledOnce();
  expect(onClose).toHaveBeenCalledOnce();
});

import { createEvent, fireEvent, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { describe, expect, it } from 'vitest';
import { renderRouted } from '../testing/routed.tsx';
import { watchStrayDrops } from './stray-drops.ts';

function Page() {
  useEffect(watchStrayDrops, []);
  return (
    <>
      <textarea aria-label="댓글" />
      <div role="img" aria-label="받는 곳" onDrop={(event) => event.preventDefault()} />
    </>
  );
}

/** Drops it; whether the browser would act on it itself. */
function drop(label: string, types: string[]): boolean {
  const target = screen.getByLabelText(label);
  const files = types.includes('Files') ? [new File(['x'], '과제.hwp')] : [];
  const event = createEvent.drop(target, { dataTransfer: { types, files } });
  fireEvent(target, event);
  return !event.defaultPrevented;
}

describe('a file that is put down', () => {
  it('names a file that nothing takes, and stays on the page [UPLOAD-88]', async () => {
    await renderRouted(<Page />);
    expect(drop('댓글', ['Files'])).toBe(false);
    expect(await screen.findByText('과제.hwp: 여기에는 파일을 놓을 수 없습니다.')).toBeDefined();
  });

  it('leaves taken files and dragged text alone [UPLOAD-88]', async () => {
    await renderRouted(<Page />);
    drop('받는 곳', ['Files']);
    expect(drop('댓글', ['text/plain'])).toBe(true);
    expect(screen.queryByText(/놓을 수 없습니다/)).toBeNull();
  });
});

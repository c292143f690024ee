import type { EditedResource } from '@naru/contract/booking-desk';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.tsx';
import { logInForTest } from '../../../testing/fake-session.ts';
import { renderRouted } from '../../../testing/routed.tsx';
import { ResourceDialog } from './resource-dialog.tsx';

const OPEN = { from: 540, to: 1440 };
const ROOM: EditedResource = {
  ...{ id: 3, name: '세미나실', place: '', note: '', span: 'SLOTS', way: 'FIRST', isOpen: true },
  ...{ slotMinutes: 60, lengthMax: 2, aheadDays: 14, weeklyMinutes: 90, weeklyCount: null },
  hours: [null, OPEN, OPEN, OPEN, OPEN, { from: 0, to: 1440 }, null],
  ...{ termStartsOn: null, termEndsOn: null, closesAt: null, drawnAt: null },
  ...{ checkInMinutes: null, offerMinutes: 30, version: 'v1' },
  units: [
    { id: 7, name: 'A실', isOut: false },
    { id: 8, name: 'B실', isOut: true },
  ],
};
const SAVE = 'PUT /api/admin/bookings/resources/3';

let sent: unknown;
const onClose = vi.fn();

beforeEach(() => {
  onClose.mockClear();
  logInForTest();
});

async function show(resource: EditedResource | undefined, answer: object = { body: ROOM }) {
  const answers = ({ body }: { body: unknown }) => {
    sent = body;
    return answer;
  };
  fakeApi({ [SAVE]: answers, 'POST /api/admin/bookings/resources': answers } as never);
  await renderRouted(<ResourceDialog resource={resource} onClose={onClose} />);
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('sends a resource as it was read when nothing was changed [BOOK-16]', async () => {
  await show(ROOM);
  expect(screen.getByLabelText<HTMLInputElement>('월요일 닫는 시각').value).toBe('00:00');
  press('저장');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const { id: _, drawnAt: __, ...same } = ROOM;
  expect(sent).toEqual(same);
});

it('sends new units, a quota in minutes, and the units that are left [BOOK-16]', async () => {
  await show(ROOM);
  press('B실 삭제');
  fireEvent.input(screen.getByLabelText('추가할 자리나 물품'), {
    target: { value: ' C실 \n\nD실' },
  });
  fireEvent.input(screen.getByLabelText('한 주 한도 (시간)'), { target: { value: '2.5' } });
  fireEvent.input(screen.getByLabelText('대기자에게 제안 (몇 분)'), { target: { value: '' } });
  press('저장');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toMatchObject({
    units: [{ id: 7, name: 'A실' }, { name: 'C실' }, { name: 'D실' }],
    weeklyMinutes: 150,
    offerMinutes: null,
  });
});

it('says what is missing, and that somebody else has changed it [BOOK-16]', async () => {
  await show(undefined);
  press('추가');
  expect(await screen.findByText('자원 이름을 입력해 주세요.')).toBeDefined();
  expect(screen.getByText('자리나 물품을 1개에서 300개까지 적어 주세요.')).toBeDefined();
  expect(screen.queryByText('한 주의 한도를 다시 입력해 주세요.')).toBeNull();
});

it('stays with what was typed when somebody else has changed it [BOOK-16]', async () => {
  await show(ROOM, { status: 409, body: { error: 'EDIT_CONFLICT', message: '충돌', errors: [] } });
  press('저장');
  expect(await screen.findByText(/창을 닫고 다시 열어 주세요/)).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
});

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeApi, renderWithClient } from '../../testing/fake-api.tsx';
import { Toaster } from '../../ui/toaster.tsx';
import { WorkEmailsForm } from './notification-choices.tsx';

const radio = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name });

describe('WorkEmailsForm', () => {
  it('chooses when to get e-mails about new work [NOTIF-31]', async () => {
    const calls = fakeApi({
      'GET /api/member/work-emails': { body: { emails: 'DAILY' } },
      'PUT /api/member/work-emails': { body: { emails: 'NOW' } },
    });
    renderWithClient(<WorkEmailsForm />);
    expect((await radio('하루 한 번')).checked).toBe(true);
    fireEvent.click(await radio('바로'));
    expect((await radio('바로')).checked).toBe(true);
    await waitFor(() => expect(calls).toContain('PUT /api/member/work-emails {"emails":"NOW"}'));
  });

  it('goes back to the stored choice when it was not saved', async () => {
    fakeApi({
      'GET /api/member/work-emails': { body: { emails: 'DAILY' } },
      'PUT /api/member/work-emails': { status: 500, body: {} },
    });
    renderWithClient(
      <>
        <WorkEmailsForm />
        <Toaster />
      </>,
    );
    fireEvent.click(await radio('받지 않음'));
    await waitFor(async () => expect((await radio('하루 한 번')).checked).toBe(true));
    expect(await screen.findByText('이메일 설정을 바꾸지 못했습니다.')).toBeDefined();
  });
});

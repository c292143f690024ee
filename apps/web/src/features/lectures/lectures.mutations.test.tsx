import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { chatKeys } from '../../entities/keys.ts';
import { createTestClient, fakeApi } from '../../testing/fake-api.tsx';
import { lectureFixture } from '../../testing/lectures.ts';
import { useMark } from './lectures.mutations.ts';

const lecture = lectureFixture(3, '기계학습', [{ dow: 'MONDAY', startTime: 9, endTime: 11 }]);

describe('useMark', () => {
  it.each([true, false])(
    'reads the chat of the lecture and the rooms again: %s [CHAT-101]',
    async (isMarked) => {
      fakeApi({
        'POST /api/lecture-room/mark': { body: {} },
        'DELETE /api/lecture-room/mark': { body: {} },
      });
      const client = createTestClient();
      const keys = [chatKeys.ofLecture(3, true), chatKeys.ofLecture(3, false), chatKeys.rooms];
      for (const key of keys) client.setQueryData(key, []);
      const { result } = renderHook(() => useMark(), {
        wrapper: ({ children }: { children: ReactNode }) => (
          <QueryClientProvider client={client}>{children}</QueryClientProvider>
        ),
      });
      result.current.mutate({ lecture: { ...lecture, isMarked: !isMarked }, isMarked });
      await waitFor(() => expect(result.current.isSuccess).toBe(true));
      expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([
        ...[true, true, true],
      ]);
    },
  );
});

import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { PATHS } from '../../app/paths.ts';
import { PHONE, useMedia } from '../../lib/use-media.ts';

export type RoomNavigation = ReturnType<typeof useRoomNavigation>;

/** Navigation between list and room; on phones it moves the focus too. */
export function useRoomNavigation(openId: number | undefined) {
  const router = useRouter();
  const navigate = useNavigate();
  const isPhone = useMedia(PHONE);
  const cameFromList = useRef(false);
  const first = useRef(openId);
  const before = useRef(openId);

  useEffect(() => {
    const left = before.current;
    before.current = openId;
    if (!isPhone || left === undefined || openId !== undefined) return;
    document.querySelector<HTMLElement>(`[data-room="${left}"]`)?.focus();
  }, [openId, isPhone]);

  const onLeft = () => void navigate({ to: PATHS.chat, search: {}, replace: true });
  if (openId !== first.current) first.current = undefined;
  return {
    /** Called before a room opens from the list. */
    onSelect: () => {
      cameFromList.current = openId === undefined;
    },
    onBack: () => {
      if (cameFromList.current) router.history.back();
      else onLeft();
    },
    /** Called when the open room no longer exists. */
    onLeft,
    /** Another room is open than on arrival. */
    hasMoved: first.current === undefined,
  };
}

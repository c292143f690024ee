import { PATHS } from '../../app/paths.ts';
import type { LectureSearch } from '../../app/search.ts';
import { BackLink } from '../../ui/back-link.tsx';

type BackToRoomProps = { lectureId: string; search: LectureSearch; button?: boolean };

/** Links to the room list that the reader came from. */
export function BackToRoom({ lectureId, search, button }: BackToRoomProps) {
  return <BackLink to={PATHS.lecture} params={{ lectureId }} search={search} button={button} />;
}

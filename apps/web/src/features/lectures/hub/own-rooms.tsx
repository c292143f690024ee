import type { Lecture } from '@naru/contract/lectures';
import type { ReactNode } from 'react';
import { Card } from '../../../ui/card.tsx';
import { LECTURE_TEXTS } from '../lectures.texts.ts';
import { RoomLink } from './room-link.tsx';

type OwnRoomsProps = {
  /** Undefined while loading; empty for staff without rooms. */
  rooms: readonly Lecture[] | undefined;
  hasFailed: boolean;
  /** The way to the questions that wait. */
  waiting: ReactNode;
};

/** For those who answer: the rooms of the term whose professor they are, and what waits there. */
export function OwnRooms({ rooms, hasFailed, waiting }: OwnRoomsProps) {
  return (
    <Card as="section" aria-label="내가 맡은 강의실" className="overflow-clip">
      <h2 className="px-5 py-3.5 font-bold text-lg">내가 맡은 강의실</h2>
      <div className="border-line border-t">{waiting}</div>
      {rooms && rooms.length > 0 ? (
        <ul aria-label="내가 맡은 강의실" className="border-line border-t">
          {rooms.map((lecture) => (
            <li key={lecture.id} className="border-line border-t first:border-t-0">
              <RoomLink lecture={lecture} className="pr-5 hover:bg-hover" />
            </li>
          ))}
        </ul>
      ) : (
        <p className="border-line border-t px-5 py-3 text-ink-3 text-md empty:hidden">
          {hasFailed && !rooms && LECTURE_TEXTS.listFailed}
          {rooms && LECTURE_TEXTS.noOwnRooms}
        </p>
      )}
    </Card>
  );
}

import { ANONYMOUS_NAME } from '@naru/contract/boards';
import type { MemberSummary } from '@naru/contract/friends';
import type { FoundLecture, FoundPost } from '@naru/contract/search';
import { Link } from '@tanstack/react-router';
import { BookOpen } from 'lucide-react';
import { openProfile } from '../../entities/member/person-name.tsx';
import { CommentCount, HeadTag, ROW_LINK, RowMarks } from '../../entities/posts/post-row-parts.tsx';
import { PATHS } from '../../lib/paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { MarkedText } from '../../ui/marked-text.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { pathOfPost } from './search.queries.ts';
import { describeLecture, placeOf } from './search-options.tsx';

const HEADING = 'px-5 pt-4 pb-2 font-bold text-lg max-md:px-4';
const ROW =
  'relative flex min-h-12 w-full items-center gap-3 border-line border-t px-5 py-2 text-left hover:bg-hover max-md:px-4';

export function FoundPeople({
  people,
  words,
}: {
  people: readonly MemberSummary[];
  words: string;
}) {
  if (people.length === 0) return null;
  return (
    <section aria-label="사람">
      <h2 className={HEADING}>사람</h2>
      <ul>
        {people.map(({ id, nickname, profileThumbnails }) => (
          <li key={id}>
            <button
              type="button"
              aria-haspopup="dialog"
              aria-label={`${nickname} 프로필 보기`}
              onClick={() => openProfile(id)}
              className={ROW}
            >
              <Avatar name={nickname} src={profileThumbnails} size={32} />
              <bdi className="truncate font-medium">
                <MarkedText text={nickname} words={words} />
              </bdi>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type FoundLecturesProps = { lectures: readonly FoundLecture[]; words: string };

export function FoundLectures({ lectures, words }: FoundLecturesProps) {
  if (lectures.length === 0) return null;
  return (
    <section aria-label="강의">
      <h2 className={HEADING}>강의</h2>
      <ul>
        {lectures.map((lecture) => (
          <li key={lecture.id} className={ROW}>
            <BookOpen size={20} className="shrink-0 text-ink-3" />
            <div className="min-w-0">
              <Link
                to={PATHS.lecture}
                params={{ lectureId: String(lecture.id) }}
                className={ROW_LINK}
              >
                <bdi>
                  <MarkedText text={lecture.title} words={words} />
                </bdi>
              </Link>
              <p className="text-ink-3 text-sm">{describeLecture(lecture)}</p>
            </div>
            {lecture.isMarked && <span className="ml-auto text-sea text-sm">내 시간표</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function FoundPosts({ posts, words }: { posts: readonly FoundPost[]; words: string }) {
  return (
    <ul aria-label="검색한 글">
      {posts.map((post) => (
        <li
          key={post.id}
          className="relative border-line border-t px-5 py-3 hover:bg-hover max-md:px-4"
        >
          {post.head && <HeadTag head={post.head} className="mr-2 align-[0.1em]" />}
          <Link to={pathOfPost(post)} data-key-row="" className={ROW_LINK}>
            <bdi>
              <MarkedText text={post.title} words={words} />
            </bdi>
          </Link>
          <RowMarks>
            <CommentCount count={post.commentCount} className="ml-1.5" />
          </RowMarks>
          {post.fileName && (
            <p className="mt-0.5 truncate text-ink-3 text-sm">
              첨부파일에서 찾음 · <bdi>{post.fileName}</bdi>
            </p>
          )}
          {post.excerpt !== '' && (
            <p className="mt-0.5 line-clamp-2 text-ink-2 text-md [overflow-wrap:anywhere]">
              <MarkedText text={post.excerpt} words={words} />
            </p>
          )}
          <p className="mt-1 flex min-w-0 gap-x-2 text-ink-3 text-sm">
            <span className="truncate">{placeOf(post)}</span>
            <bdi className="shrink-0">{writerOf(post)}</bdi>
            <TimeText date={post.createdDate} kind="list" className="shrink-0" />
          </p>
        </li>
      ))}
    </ul>
  );
}

const writerOf = ({ writerNickname }: FoundPost) => writerNickname || ANONYMOUS_NAME;

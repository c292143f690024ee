import type { Comment } from '@naru/contract/comments';
import { imageVariantUrl } from '@naru/contract/images';
import { type Mention, mentionsIn } from '@naru/contract/mentions';
import { TEXTS } from '@naru/contract/texts';
import { ImageOff } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { useTextLinks } from '../../lib/links/text-links.ts';
import { cx } from '../../ui/cx.ts';
import { LazyPictureViewer } from '../../ui/lazy-picture-viewer.tsx';
import { OutsideLink } from '../../ui/outside-link.tsx';
import { BlindBadge } from '../blinds/blind-notice.tsx';
import { PersonName } from '../member/person-name.tsx';

const UNNAMED = '댓글에 첨부된 사진';

/** Has its place before it has loaded, and the same for every picture; opens on the whole screen. */
export function CommentPicture({ picture }: { picture: NonNullable<Comment['picture']> }) {
  const { url } = picture;
  const [isShown, setShown] = useState(false);
  const [failed, setFailed] = useState('');
  const alt = picture.alt || UNNAMED;
  return (
    <div className="mt-2 h-45 w-60 max-w-full overflow-hidden rounded-ctl border border-line bg-deck">
      {failed === url ? (
        <p className="grid size-full place-content-center justify-items-center gap-1 text-ink-3 text-sm">
          <ImageOff size={22} />
          사진을 불러오지 못했습니다.
        </p>
      ) : (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`${alt}, 크게 보기`}
          onClick={() => setShown(true)}
          className="block size-full cursor-zoom-in"
        >
          <img
            src={imageVariantUrl(url, 'medium')}
            alt=""
            width={240}
            height={180}
            loading="lazy"
            decoding="async"
            draggable={false}
            onError={() => setFailed(url)}
            className="size-full object-cover"
          />
        </button>
      )}
      {isShown && (
        <LazyPictureViewer
          pictures={[{ src: url, alt }]}
          index={0}
          onClose={() => setShown(false)}
        />
      )}
    </div>
  );
}

/** The words of a comment with its links and mentions; nothing in them is markup. */
export function CommentText({ comment }: { comment: Comment }) {
  const { targetNickname, blinded, content } = comment;
  return (
    <p className="mt-0.5 max-w-[68ch] overflow-clip whitespace-pre-wrap leading-[1.65]">
      {targetNickname && <bdi className="mr-1.5 font-semibold text-sea">@{targetNickname}</bdi>}
      {blinded && <BlindBadge comment={comment} />}
      <bdi className={cx('[overflow-wrap:anywhere]', isHidden(comment) && 'text-ink-3')}>
        <LinkedText text={content} mentions={comment.mentions ?? []} />
      </bdi>
    </p>
  );
}

/** Staff get the text of a hidden comment, everybody else the placeholder. */
const isHidden = ({ blocked, blinded, content }: Comment) =>
  blocked === true || (blinded === true && content === TEXTS.blindedComment);

type Mentions = NonNullable<Comment['mentions']>;

/** Mentions of one comment that become buttons: at most five members are mentioned, but each of them repeatedly. */
const MENTIONS_SHOWN = 20;

function LinkedText({ text, mentions }: { text: string; mentions: Mentions }) {
  // In the whole text: a part does not show that it stands in code.
  const places = mentionsIn(text, mentions).slice(0, MENTIONS_SHOWN);
  let end = 0;
  return useTextLinks(text).map(({ text: part, href }, at) => {
    const from = end;
    end += part.length;
    return href === null ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      <Fragment key={at}>{mentioning(text, { from, to: end }, places)}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      <OutsideLink key={at} href={href} className="text-sea" />
    );
  });
}

/** A range of the text with its mentions as buttons. */
function mentioning(
  text: string,
  range: { from: number; to: number },
  places: readonly Mention<Mentions[number]>[],
): ReactNode {
  const inside = places.filter(({ from, to }) => from >= range.from && to <= range.to);
  const starts = [range.from, ...inside.map(({ to }) => to)];
  return starts.map((start, at) => {
    const place = inside[at];
    return (
      <Fragment key={start}>
        {text.slice(start, place?.from ?? range.to)}
        {place !== undefined && (
          <PersonName
            name={`@${place.person.nickname}`}
            memberId={place.person.id}
            className="font-semibold text-sea"
          />
        )}
      </Fragment>
    );
  });
}

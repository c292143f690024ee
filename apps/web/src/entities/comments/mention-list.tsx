import { Avatar } from '../../ui/avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { type Mentions, optionId } from './use-mentions.ts';

/** The suggestions above the text; its keys are those of the text area. */
export function MentionList({ mentions }: { mentions: Mentions }) {
  const { isOpen, people, chosen, listId, pick } = mentions;
  return (
    <>
      <p role="status" className="sr-only">
        {isOpen && `언급할 사람 ${people.length}명. 위아래 화살표로 고르고 Enter로 넣습니다.`}
      </p>
      {isOpen && (
        <div
          role="listbox"
          id={listId}
          aria-label="언급할 사람"
          className="absolute bottom-full left-0 z-20 mb-1 w-64 max-w-full overflow-hidden rounded-ctl border border-line bg-paper py-1 shadow-lg"
        >
          {people.map((person, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text area keeps the focus and has the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the text area names the active option
            <div
              key={person.id}
              role="option"
              id={optionId(listId, at)}
              aria-selected={at === chosen}
              // Keeps the focus in the text, so that the keyboard of a phone stays open.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(person)}
              className={cx(
                'flex min-h-11 cursor-pointer items-center gap-2 px-3 hover:bg-hover',
                at === chosen && 'bg-hover',
              )}
            >
              <Avatar name={person.nickname} src={person.profileThumbnails} size={28} />
              <bdi className="truncate font-semibold">{person.nickname}</bdi>
            </div>
          ))}
        </div>
      )}
    </>
  );
}

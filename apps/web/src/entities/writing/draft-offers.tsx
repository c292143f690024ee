import { formatListDate } from '../../lib/format/dates.ts';
import { DraftBar, OtherDraftBar, ReplacedBar } from './draft-bar.tsx';
import type { DraftContent } from './use-draft.ts';
import type { WritingDraft } from './use-writing-draft.ts';

type DraftOffersProps = { draft: WritingDraft; onRestore: (content: DraftContent) => void };

/** The draft of this device, which the form knows from its first moment. */
export function OwnOffer({ draft, onRestore }: DraftOffersProps) {
  const { found, other } = draft;
  if (found === null) return null;
  return (
    // Keeps its place while the other bar asks about both texts.
    <div className={other === null ? undefined : 'invisible'}>
      <DraftBar
        savedAt={found.savedAt}
        onRestore={() => onRestore(found.content)}
        onDrop={draft.discard}
      />
    </div>
  );
}

/**
 * The draft of another device, or the way back from it. It comes when the server has responded, so it
 * stands below the form and at the bottom of the screen, where it moves nothing.
 */
export function OtherOffer({ draft, onRestore }: DraftOffersProps) {
  const { found, other, replaced } = draft;
  const show = (content: DraftContent | null) => content && onRestore(content);
  return (
    <div
      aria-live="polite"
      className="sticky bottom-[calc(0.75rem+env(safe-area-inset-bottom))] z-10 rounded-ctl shadow-pop empty:hidden"
    >
      {other ? (
        <OtherDraftBar
          savedAt={other.savedAt}
          title={other.content.title}
          isChoice={draft.hasOwn()}
          onTake={() => show(draft.takeOther())}
          onKeep={() => {
            if (!draft.hasOwn()) return draft.discard();
            const own = draft.keepOwn();
            if (found) show(own);
          }}
        />
      ) : (
        replaced && <ReplacedBar onBack={() => show(draft.takeBack())} />
      )}
    </div>
  );
}

/** When and where the text was stored. */
export function DraftState({ draft }: { draft: WritingDraft }) {
  const { savedAt, staysHere, isOnAccount, refusal } = draft;
  const where = staysHere || refusal ? '이 기기에만 ' : isOnAccount ? '계정에 ' : '';
  return (
    <p className="mr-auto min-w-0 text-ink-3 text-sm" aria-live="polite">
      {refusal && <span className="mr-2 text-buoy">{refusal}</span>}
      {savedAt !== null && `${clockOf(savedAt)} ${where}임시 저장됨`}
    </p>
  );
}

function clockOf(instant: number): string {
  return formatListDate(new Date(instant).toISOString()).slice(-5);
}

import { formatListDate } from '../../lib/format/dates.ts';
import { DraftBar, OtherDraftBar, ReplacedBar } from './draft-bar.tsx';
import type { DraftContent } from './use-draft.ts';
import type { WritingDraft } from './use-writing-draft.ts';

type DraftOffersProps = { draft: WritingDraft; onRestore: (content: DraftContent) => void };

/** What a form can go on from: a draft of this device, or of another one. */
export function DraftOffers({ draft, onRestore }: DraftOffersProps) {
  const { found, other, replaced } = draft;
  const show = (content: DraftContent | null) => content && onRestore(content);
  return (
    <div aria-live="polite" className="empty:hidden">
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
      ) : replaced ? (
        <ReplacedBar onBack={() => show(draft.takeBack())} />
      ) : (
        found && (
          <DraftBar
            savedAt={found.savedAt}
            onRestore={() => onRestore(found.content)}
            onDrop={draft.discard}
          />
        )
      )}
    </div>
  );
}

/** When and where the text was kept. */
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

import { ASKABLE_CATEGORIES, type AskableCategory } from '@naru/contract/choices';
import { REQUESTABLE_ROLES } from '@naru/contract/inquiries';
import { useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import { readDraftFiles } from '../../entities/attachments/draft-files.ts';
import { type DraftKey, loadDraft, removeDraft, saveDraft } from '../../lib/draft.ts';
import { sentInDraft } from '../../lib/forms-draft.ts';
import { useStoredDraft } from '../../lib/use-stored-draft.ts';

export type InquiryStart = {
  category: AskableCategory;
  /** Id of the completed inquiry that this one continues. */
  previousId?: number;
};

const inquiryText = z.object({
  title: z.string(),
  content: z.string(),
  files: z.optional(z.unknown()),
  choices: z.optional(z.unknown()),
  sent: sentInDraft,
});
/** Restored where the form begins as it did then, such as after a reload. */
const inquiryChoices = z.object({
  start: z.string(),
  category: z.enum(ASKABLE_CATEGORIES),
  targetRole: z.nullable(z.enum(REQUESTABLE_ROLES)),
});
type InquiryText = z.infer<typeof inquiryText>;
const isText = (value: unknown): value is InquiryText => z.safeParse(inquiryText, value).success;
const isBlank = ({ title, content, files }: InquiryText) =>
  title.trim() === '' && content.trim() === '' && readDraftFiles(files).length === 0;

/** Who reports is known to staff alone, so that the draft of a report goes with the log-out. */
function keyOf(memberId: number, isReport: boolean): DraftKey {
  return { memberId, boardType: isReport ? 'report-inquiry' : 'inquiry', postId: null };
}

/** What was typed before, and what was chosen with it if the form begins as it did then. */
export function loadInquiry(memberId: number, start: InquiryStart) {
  const startText = JSON.stringify(start);
  const load = (isReport: boolean) => {
    const text = loadDraft(keyOf(memberId, isReport), isText)?.content;
    const { data: choices } = z.safeParse(inquiryChoices, text?.choices);
    return { text, isReport, chosen: choices?.start === startText ? choices : undefined };
  };
  const [report, other] = [load(true), load(false)];
  const isOffered = start.category === 'REPORT' || report.chosen !== undefined;
  return report.text !== undefined && isOffered ? report : other;
}

/** Takes the place of another draft at `to`. */
function moveDraft(from: DraftKey, to: DraftKey): void {
  const draft = loadDraft(from, isText);
  if (draft === null) return;
  saveDraft(to, draft.content, draft.savedAt);
  removeDraft(from);
}

/** Stores what is typed under the key of its category; `before` is what `loadInquiry` returned. */
export function useInquiryDraft(
  memberId: number,
  { category, ...text }: InquiryText & { category: AskableCategory },
  before: ReturnType<typeof loadInquiry>,
) {
  const isReport = category === 'REPORT';
  const stored = useRef(before.text === undefined ? isReport : before.isReport);
  const draft = useStoredDraft(keyOf(memberId, isReport), isBlank(text) ? null : text);
  // Runs after the effects of the draft, which store the last text under the former key.
  useEffect(() => {
    if (stored.current === isReport) return;
    moveDraft(keyOf(memberId, stored.current), keyOf(memberId, isReport));
    stored.current = isReport;
  }, [memberId, isReport]);
  return draft;
}

/**
 * Puts text where the cursor is, behind what is selected, so that nothing typed is lost. It is one step of the browser's
 * undo, and reaches the handlers of the field as if it had been typed.
 */
export function insertText(area: HTMLTextAreaElement, text: string): void {
  area.focus();
  const at = area.selectionEnd;
  area.setSelectionRange(at, at);
  // Deprecated, but nothing else can be undone.
  if (document.execCommand?.('insertText', false, text)) return;
  area.setRangeText(text, at, at, 'end');
  area.dispatchEvent(
    new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }),
  );
}

/** Adds to the sanitised HTML of a post what is no part of the stored text. */
export function enhancePost(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) addScrollBox(table);
}

/** A wide table scrolls inside its own box, by touch and by keyboard. */
function addScrollBox(table: HTMLTableElement): void {
  if (table.closest('.table-scroll')) return;
  const box = document.createElement('div');
  box.className = 'table-scroll';
  box.tabIndex = 0;
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', '표');
  table.replaceWith(box);
  box.append(table);
}

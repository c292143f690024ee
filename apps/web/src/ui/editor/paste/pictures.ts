const EMBEDDED = /^data:(image\/(?:png|jpeg|webp|gif));base64,([\w+/=\s]+)$/;
const OWN = /^\/files\/[\w./-]+$/;
const VARIANT = /_(?:thumb|medium)\.webp$/;
/** The description of a picture that has none. */
const UNDESCRIBED = '첨부 사진';
const EMOJI =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}|\u{FE0F}|\u{200D}|[#*\d]?\u{FE0F}?\u{20E3})+$/u;
/** Sides in px up to which a picture only counts readers or makes space. */
const SPACER = 3;
/** Side in px from which on a drawing is more than a sign beside a word. */
const DRAWING = 48;
const WAITING = '/files/pasted-';

interface Pictures {
  /** Those inside the HTML, in order; their places are marked, see `pastedPicture`. */
  pictures: File[];
  lost: number;
}

/** Pictures of this site stay, those inside the HTML become files, emoji become text; the others are counted. */
export function takePictures(body: HTMLElement): Pictures {
  const taken: Pictures = { pictures: [], lost: 0 };
  for (const image of body.querySelectorAll('img')) takePicture(image, taken);
  for (const drawing of body.querySelectorAll('svg')) {
    if (sideOf(drawing) >= DRAWING) taken.lost += 1;
    drawing.remove();
  }
  return taken;
}

function takePicture(image: HTMLImageElement, taken: Pictures): void {
  const src = ownAddress(image.getAttribute('src') ?? '');
  const alt = image.getAttribute('alt') ?? '';
  const file = embeddedFile(src);
  if (OWN.test(src)) keepOwn(image, src);
  else if (EMOJI.test(alt)) image.replaceWith(alt);
  else if (isSpacer(image)) image.remove();
  else if (file === null) {
    taken.lost += 1;
    image.remove();
  } else {
    image.setAttribute('src', `${WAITING}${taken.pictures.length}`);
    taken.pictures.push(file);
  }
}

/** Which of the files of a paste stands at a picture of the editor; null for other pictures. */
export function pastedPicture(src: unknown): number | null {
  const text = String(src);
  return text.startsWith(WAITING) ? Number(text.slice(WAITING.length)) : null;
}

/** The browser makes addresses of a copied page absolute. */
function ownAddress(src: string): string {
  return src.startsWith(`${location.origin}/`) ? src.slice(location.origin.length) : src;
}

/** As it is stored: the full picture, with the description that its author gave. */
function keepOwn(image: HTMLImageElement, src: string): void {
  image.setAttribute('src', src.replace(VARIANT, '.webp'));
  if (image.getAttribute('alt') === UNDESCRIBED) image.setAttribute('alt', '');
}

function isSpacer(image: HTMLImageElement): boolean {
  const side = sideOf(image);
  return side > 0 && side <= SPACER;
}

function sideOf(image: Element): number {
  return Math.max(
    ...['width', 'height'].map((side) => Number.parseFloat(image.getAttribute(side) ?? '0') || 0),
  );
}

function embeddedFile(src: string): File | null {
  const [, type = '', data = ''] = EMBEDDED.exec(src) ?? [];
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    return bytes.length === 0 ? null : new File([bytes], '붙여 넣은 사진', { type });
  } catch {
    return null;
  }
}

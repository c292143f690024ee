import { ATTACHMENT_REFUSALS, attachmentNamedWrong } from '@naru/contract/attachments';
import { AppError } from '../../platform/errors.ts';
import { type Container, endingsOf, type FileKind } from './attachments.names.ts';

/** How programs for document security that Korean offices use begin what they lock. */
const RIGHTS =
  /DRMONE|DRMFILE|FASOO|SCDSA0|NASCA DRM|MarkAny|DOCUMENT ?SAFER|SoftCamp|<## .{0,20}DRM/i;
/** Streams of documents that Microsoft's rights management locks. */
const RIGHTS_STREAMS = ['\tDRMContent', 'DRMEncryptedDataSpace', 'DRMEncryptedTransform'];
/** The stream of documents with a password. */
const ENCRYPTED_STREAM = 'EncryptedPackage';
/** Systems of universities write tables of HTML, or of XML, and call them .xls. */
const WEB_PAGE =
  /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff|\s)*<(?:!doctype|!--|\?xml|html|head|meta|table|style|script|body|div)\b/i;

interface Content {
  /** The first bytes. */
  head: Buffer;
  found: readonly Container[];
  kind: FileKind;
  /** What the container holds. */
  names?: readonly string[];
  /** A text under the name of something else. */
  isPlain?: boolean;
}

/** Whether a container of the right kind lacks what a file with the extension has. */
export function isRefused(
  names: readonly string[],
  container: Container,
  { contents }: FileKind,
): boolean {
  if (contents.length === 0) return false;
  if (container === 'zip') return !contents.every((name) => names.includes(name));
  return container === 'cfb' && !contents.some((name) => names.includes(name));
}

/** Throws ATTACHMENT_TYPE_UNSUPPORTED with the reason that the content shows, and the way out. */
export function refuseContent(content: Content): never {
  throw new AppError('ATTACHMENT_TYPE_UNSUPPORTED', { message: reasonOf(content) });
}

function reasonOf({ head, found, kind, names = [], isPlain = false }: Content): string {
  // Without the zero bytes of UTF-16.
  const start = head.toString('latin1').replaceAll('\0', '');
  if (RIGHTS.test(start) || RIGHTS_STREAMS.some((name) => names.includes(name))) {
    return ATTACHMENT_REFUSALS.rights;
  }
  if (names.includes(ENCRYPTED_STREAM)) return ATTACHMENT_REFUSALS.password;
  const isText = kind.containers.includes('text');
  const isDocument = !isText && kind.contents.length > 0;
  if (isDocument && WEB_PAGE.test(start)) return ATTACHMENT_REFUSALS.webPage;
  const ending = isPlain ? plainEnding(kind, start) : endingFor(found, names);
  if (ending !== undefined) return attachmentNamedWrong(ending);
  return isText ? ATTACHMENT_REFUSALS.notText : ATTACHMENT_REFUSALS.mismatch;
}

function plainEnding({ contents }: FileKind, start: string): string {
  if (WEB_PAGE.test(start)) return 'html';
  return contents.includes('Workbook') || contents.includes('xl/workbook.xml') ? 'csv' : 'txt';
}

function endingFor(found: readonly Container[], names: readonly string[]): string | undefined {
  return found.flatMap((one) => (isVague(one) ? [] : endingsOf(one, names)))[0];
}

/** Begins with so little that other files begin so too. */
function isVague(container: Container): boolean {
  return container === 'onnx' || container === 'safetensors';
}

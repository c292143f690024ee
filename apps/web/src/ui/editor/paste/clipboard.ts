import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { type Editor, Extension } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import {
  Fragment,
  DOMParser as ModelParser,
  type Node,
  type Schema,
  Slice,
} from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { toast } from '../../toast.ts';
import { startUploads, type Upload, uploadAll } from '../image-upload.ts';
import { languageOf } from './code.ts';
import { looksLikeMarkdown } from './looks-like-markdown.ts';
import { preparePaste } from './paste-html.ts';
import { followPaste, type PastedRange } from './pasted-range.ts';
import { pastedPicture } from './pictures.ts';
import { parseText, plainLines } from './plain-text.ts';

interface ClipboardOptions {
  /** Takes the files of a paste; false where there are none. */
  takeFiles: (data: DataTransfer | null) => boolean;
}

/** What comes in as HTML, from its preparation to its place in the text. */
interface Incoming {
  notice: string | null;
  isRefused: boolean;
  hasScripts: boolean;
  pictures: File[];
  uploads: Upload[];
}

const NOTHING: Incoming = {
  notice: null,
  isRefused: false,
  hasScripts: false,
  pictures: [],
  uploads: [],
};
const UNDO = '되돌리기';
const SCRIPTS_STAY = '첨자를 그대로 붙여 넣었습니다.';

/** Modes of code editors in which people write text. */
const TEXT_MODES = /^(?:plaintext|markdown|text|mdx)$/;

/** What is pasted or dropped arrives as its source showed it; the writer learns what does not. */
export const Clipboard = Extension.create<ClipboardOptions>({
  name: 'clipboard',
  // Before the parts of the editor that take pastes for themselves.
  priority: 1000,
  addOptions: () => ({ takeFiles: () => false }),
  addProseMirrorPlugins() {
    const { editor, options } = this;
    let incoming = NOTHING;
    const takeIncoming = () => {
      const taken = incoming;
      incoming = NOTHING;
      return taken;
    };
    return [
      new Plugin({
        props: {
          transformPastedHTML: (html) => {
            const { body, pictures, notice } = preparePaste(html);
            const isRefused = notice !== null && !body.hasChildNodes();
            const hasScripts = body.querySelector('sup,sub') !== null;
            incoming = { notice, isRefused, hasScripts, pictures, uploads: [] };
            return body.innerHTML;
          },
          transformPastedText: (text) => {
            const isRefused = text.length > LIMITS.contentMaxBytes;
            incoming = isRefused
              ? { ...NOTHING, isRefused, notice: TEXTS.contentTooLong }
              : NOTHING;
            return isRefused ? '' : text;
          },
          clipboardTextParser: parseText,
          clipboardParser: createParser(editor.schema),
          transformPasted: (slice) => {
            const uploads = startUploads(editor, incoming.pictures);
            incoming = { ...incoming, uploads };
            return closeCode(withUploads(slice, uploads));
          },
          handlePaste: (view, { clipboardData }, slice) => {
            const html = takeIncoming();
            if (options.takeFiles(clipboardData)) return true;
            return html.isRefused ? refuse(html) : insert(editor, view, slice, html, clipboardData);
          },
          handleDrop: (view, _event, _slice, isMoved) => {
            const html = takeIncoming();
            if (html.isRefused) return refuse(html);
            if (!isMoved) watch(editor, view, html, '');
            return false;
          },
        },
      }),
    ];
  },
});

function refuse({ notice }: Incoming): boolean {
  toast.error(notice ?? '');
  return true;
}

/** Reads prepared HTML, whose spaces are meant. */
function createParser(schema: Schema): ModelParser {
  const parser = ModelParser.fromSchema(schema);
  const preserving: Pick<ModelParser, 'parseSlice'> = {
    parseSlice: (dom, options) => parser.parseSlice(dom, { ...options, preserveWhitespace: true }),
  };
  return Object.assign(Object.create(parser), preserving);
}

/** True when it has inserted the paste itself. */
function insert(
  editor: Editor,
  view: EditorView,
  slice: Slice,
  html: Incoming,
  data: DataTransfer | null,
): boolean {
  const text = plainLines(data?.getData('text/plain') ?? '');
  const fromEditor = data?.getData('vscode-editor-data') ?? '';
  const isCode = view.state.selection.$from.parent.type.spec.code === true;
  watch(editor, view, html, isCode || !isPlain(slice) ? '' : text);
  startStep(view, slice);
  if (fromEditor === '' || isCode) return false;
  const own = fromCodeEditor(view, fromEditor, text) ?? slice;
  const { firstChild } = own.content;
  const isOne = own.openStart === 0 && own.openEnd === 0 && own.content.childCount === 1;
  const { tr } = view.state;
  if (isOne && firstChild) tr.replaceSelectionWith(firstChild, false);
  else tr.replaceSelection(own);
  view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'));
  return true;
}

/** Begins a step for undo; an empty line takes on the alignment of the first line that comes in. */
function startStep(view: EditorView, { content: { firstChild } }: Slice): void {
  const { tr, selection } = view.state;
  const { $from, empty } = selection;
  const isLike = empty && $from.parent.content.size === 0 && firstChild?.type === $from.parent.type;
  if (isLike && firstChild.isTextblock) tr.setNodeMarkup($from.before(), null, firstChild.attrs);
  view.dispatch(closeHistory(tr));
}

/** Without formatting, so that Markdown in it has not been read by its source. */
function isPlain({ content }: Slice): boolean {
  let isText = true;
  content.descendants((node) => {
    const isFormatted = node.marks.some(({ type }) => type.name !== 'link');
    if (isFormatted || !(node.isText || /^(?:paragraph|hardBreak|codeBlock)$/.test(node.type.name)))
      isText = false;
    return isText;
  });
  return isText;
}

/** Code with the language that VS Code and its relatives name; null where they name none. */
function fromCodeEditor(view: EditorView, json: string, text: string): Slice | null {
  const mode = modeOf(json);
  if (mode === null || text === '') return null;
  const { $from } = view.state.selection;
  if (TEXT_MODES.test(mode)) return parseText(text, $from);
  const { schema } = view.state;
  if (text.includes('\n') || $from.parent.content.size === 0) {
    const code = schema.text(text.replace(/\n$/, ''));
    return new Slice(
      Fragment.from(schema.node('codeBlock', { language: languageOf(mode) }, code)),
      0,
      0,
    );
  }
  return new Slice(Fragment.from(schema.text(text, [schema.mark('code')])), 0, 0);
}

function modeOf(json: string): string | null {
  try {
    const { mode } = JSON.parse(json);
    return typeof mode === 'string' ? mode : null;
  } catch {
    return null;
  }
}

/** Code of several lines stays a block of its own, also in a paragraph. */
function closeCode({ content, openStart, openEnd }: Slice): Slice {
  const isClosed = (node: Node | null) =>
    node?.type.spec.code === true && (content.childCount > 1 || node.textContent.includes('\n'));
  return new Slice(
    content,
    isClosed(content.firstChild) ? 0 : openStart,
    isClosed(content.lastChild) ? 0 : openEnd,
  );
}

function withUploads(slice: Slice, uploads: Upload[]): Slice {
  const place = (fragment: Fragment): Fragment => {
    const nodes: Node[] = [];
    fragment.forEach((node) => {
      const at = pastedPicture(node.attrs.src);
      const upload = at === null ? undefined : uploads[at];
      if (at === null) nodes.push(node.copy(place(node.content)));
      else if (upload) {
        const { uploadId, src } = upload;
        nodes.push(node.type.create({ ...node.attrs, uploadId, src }));
      }
    });
    return Fragment.fromArray(nodes);
  };
  return new Slice(place(slice.content), slice.openStart, slice.openEnd);
}

/** Once the paste is in the text: uploads its pictures, and offers to take it back or to format it. */
function watch(editor: Editor, view: EditorView, html: Incoming, text: string): void {
  const { doc } = view.state;
  queueMicrotask(() => {
    if (editor.isDestroyed) return;
    void uploadAll(editor, html.uploads);
    if (html.hasScripts) announce(view, SCRIPTS_STAY);
    offer(editor, doc, html, text);
  });
}

function offer(editor: Editor, before: Node, { notice }: Incoming, text: string): void {
  const isMarkdown = notice === null && looksLikeMarkdown(text);
  const range = notice === null && !isMarkdown ? null : followPaste(editor, before);
  if (range === null) return;
  if (isMarkdown) offerFormat(editor, range, text);
  else toast.info(notice ?? '', { label: UNDO, onClick: range.takeBack });
}

/** For screen readers, which read text without its formatting. */
function announce({ dom }: EditorView, text: string): void {
  const place = dom.parentElement;
  if (place === null) return;
  const region = place.querySelector(':scope > [role="status"]') ?? document.createElement('p');
  region.setAttribute('role', 'status');
  region.className = 'sr-only';
  region.textContent = '';
  place.append(region);
  // A region that changes is read, not one that comes with its text.
  requestAnimationFrame(() => {
    region.textContent = text;
  });
}

function offerFormat(editor: Editor, range: PastedRange, markdown: string): void {
  const format = async () => {
    const { htmlOfMarkdown } = await import('./markdown.ts');
    const { body, notice } = preparePaste(htmlOfMarkdown(markdown));
    const { content } = createParser(editor.schema).parse(body, { preserveWhitespace: true });
    const { doc } = editor.state;
    range.replace(new Slice(content, 0, 0));
    const { takeBack } = followPaste(editor, doc) ?? range;
    toast.info(notice ?? '서식으로 바꾸었습니다.', { label: UNDO, onClick: takeBack });
  };
  toast.info('마크다운으로 쓴 텍스트입니다.', {
    label: '서식으로 바꾸기',
    onClick: () =>
      void format().catch(() =>
        toast.error('서식으로 바꾸지 못했습니다. 인터넷 연결을 확인해 주세요.'),
      ),
  });
}

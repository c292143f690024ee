import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import './editor.css';
import { CHOOSABLE } from '../../lib/api/upload.ts';
import type { FieldDraft } from '../../lib/typed-draft.ts';
import { alertDialog } from '../ask.ts';
import { DraftNote } from '../text-input.tsx';
import { toast } from '../toast.ts';
import { openStoredHtml } from './editor-html.ts';
import { editorExtensions } from './editor-schema.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { filesOf, insertImages } from './image-upload.ts';
import { LinkDialog } from './link-dialog.tsx';
import { Clipboard } from './paste/clipboard.ts';
import { SelectionBar } from './selection-bar.tsx';

const SELECT_FIRST = '먼저 링크로 만들 텍스트를 드래그하세요.';

type RichEditorProps = {
  initialHtml: string;
  label: string;
  placeholder: string;
  /** The form stores what is typed: no text of more than one line may be lost. */
  draft: FieldDraft;
  invalid?: boolean;
  describedBy?: string;
  onChange: (editor: Editor) => void;
  onReady: (editor: Editor) => void;
  /** Takes files other than pictures; without it they are refused by name. */
  onFiles?: (files: File[]) => void;
};

/** Hangul-safe rich-text editor; images by click, paste and drop. */
export function RichEditor(props: RichEditorProps) {
  const latest = useRef(props);
  latest.current = props;
  const created = useRef<Editor | null>(null);
  const editor = useEditor({
    extensions: [
      ...editorExtensions(props.placeholder),
      Clipboard.configure({ takeFiles: (data) => takeFiles(data) }),
    ],
    // Marks of Markdown in pasted text stay as they are, such as __init__.
    enablePasteRules: ['link'],
    // Nodes, because the CSP allows no HTML strings (see editor-html.ts).
    content: { type: 'doc', content: [{ type: 'paragraph' }] },
    injectCSS: false,
    // An editor created during a suspended render would be destroyed again.
    immediatelyRender: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': props.label,
        class: 'prose-post',
      },
      handleDrop: (view, event, _slice, moved) => {
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
        return !moved && takeFiles(event.dataTransfer, at);
      },
    },
    onUpdate: ({ editor: changed }) => latest.current.onChange(changed),
    onCreate: ({ editor: fresh }) => {
      created.current = fresh;
      if (latest.current.initialHtml !== '') openStoredHtml(fresh, latest.current.initialHtml);
      latest.current.onReady(fresh);
    },
  });

  function takeFiles(data: DataTransfer | null, at?: number): boolean {
    const { pictures, others } = filesOf(data);
    if (created.current === null || pictures.length + others.length === 0) return false;
    if (pictures.length > 0) void insertImages(created.current, pictures, at);
    if (others.length > 0) (latest.current.onFiles ?? refuseFiles)(others);
    return true;
  }

  if (editor === null) return <div aria-busy="true" className="editor-box min-h-80" />;
  return (
    <div>
      <EditorFrame editor={editor} invalid={props.invalid} describedBy={props.describedBy} />
      {props.draft.offer && <DraftNote offer={props.draft.offer} />}
    </div>
  );
}

function refuseFiles(files: readonly File[]): void {
  for (const { name } of files) toast.error(`${name}: 여기에는 사진만 넣을 수 있습니다.`);
}

type EditorFrameProps = Pick<RichEditorProps, 'invalid' | 'describedBy'> & { editor: Editor };

function EditorFrame({ editor, invalid, describedBy }: EditorFrameProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [isLinking, setLinking] = useState(false);

  useEffect(() => {
    const element = editor.view.dom;
    element.setAttribute('aria-invalid', String(invalid ?? false));
    if (describedBy) element.setAttribute('aria-describedby', describedBy);
    else element.removeAttribute('aria-describedby');
  }, [editor, invalid, describedBy]);

  async function openLink() {
    if (editor.state.selection.empty && !editor.isActive('link')) {
      await alertDialog({ title: '링크', body: SELECT_FIRST });
      editor.commands.focus();
    } else setLinking(true);
  }

  function closeLink(change?: (current: Editor) => void) {
    setLinking(false);
    // After the dialog has restored the focus.
    setTimeout(() => (change ? change(editor) : editor.commands.focus()));
  }

  return (
    <div className={invalid ? 'editor-box editor-box-invalid' : 'editor-box'}>
      <EditorToolbar
        editor={editor}
        onImage={() => picker.current?.click()}
        onLink={() => void openLink()}
      />
      <EditorContent editor={editor} />
      <SelectionBar editor={editor} />
      <input
        ref={picker}
        type="file"
        accept={CHOOSABLE}
        multiple
        hidden
        aria-label="사진 파일"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          void insertImages(editor, files);
        }}
      />
      <LinkDialog
        open={isLinking}
        current={String(editor.getAttributes('link').href ?? '')}
        onClose={() => closeLink()}
        onLink={(href) =>
          closeLink((current) =>
            current.chain().focus().extendMarkRange('link').setLink({ href }).run(),
          )
        }
        onUnlink={() =>
          closeLink((current) => current.chain().focus().extendMarkRange('link').unsetLink().run())
        }
      />
    </div>
  );
}

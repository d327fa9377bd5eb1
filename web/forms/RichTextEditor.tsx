import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useRef } from 'react'
import { markdownOf } from './markdown-writer.ts'
import { cleanPastedHtml } from './pasted-html.ts'
import classes from './RichTextField.module.css'
import { RichTextToolbar } from './RichTextToolbar.tsx'
import { documentOf } from './rich-text-document.ts'
import { richTextKit } from './rich-text-schema.ts'

interface RichTextEditorProps {
  id: string
  value: string
  onChange: (markdown: string) => void
  isDisabled: boolean
  takesFocus: boolean
  /** ARIA of the field around it. */
  attributes: Record<string, string>
}

const extensions = [richTextKit]

/** The editor itself; loaded by `RichTextField` with its first use. */
export const RichTextEditor = ({ id, value, onChange, ...props }: RichTextEditorProps) => {
  const { isDisabled, takesFocus, attributes } = props
  const written = useRef(value)
  const editor = useEditor({
    extensions,
    content: documentOf(value),
    editable: !isDisabled,
    // Its few styles stand in the module.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        ...attributes,
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        class: classes.text ?? '',
        lang: 'de',
      },
      transformPastedHTML: cleanPastedHtml,
    },
    onUpdate: ({ editor: changed }) => {
      written.current = markdownOf(changed.getJSON())
      onChange(written.current)
    },
  })
  // Not the kit's own autofocus: it comes once the editor is made, and what was waited for is shown later than that. By then
  // the kit may have given that editor up; the next one comes at once.
  useEffect(() => {
    if (takesFocus && !editor.isDestroyed) editor.commands.focus('start')
  }, [editor, takesFocus])
  useEffect(() => {
    if (value === written.current) return
    written.current = value
    editor.commands.setContent(documentOf(value), { emitUpdate: false })
  }, [editor, value])
  useEffect(() => {
    editor.setEditable(!isDisabled, false)
  }, [editor, isDisabled])
  return (
    <>
      <RichTextToolbar editor={editor} editorId={id} />
      <EditorContent editor={editor} />
    </>
  )
}

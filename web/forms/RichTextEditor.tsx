import { Box, Button } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { Bold, Heading2, Heading3, Italic, List, ListOrdered, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { markdownOf } from './markdown-writer.ts'
import classes from './RichTextField.module.css'
import { documentOf, richTextKit } from './rich-text-schema.ts'

interface Tool {
  /** Spec §2, rich-text editor. */
  name: 'Fett' | 'Kursiv' | 'Liste' | 'Aufzählung' | 'Überschrift' | 'Zwischenüberschrift'
  icon: LucideIcon
  /** The editor's own name for it. */
  mark: string
  /** Of a heading: its level. */
  level?: 2 | 3
  keys: string
  spokenKeys: string
  toggle: (editor: Editor) => void
}

const TOOLS: readonly Tool[] = [
  {
    name: 'Fett',
    icon: Bold,
    mark: 'bold',
    keys: 'Strg+B',
    spokenKeys: 'Control+B',
    toggle: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    name: 'Kursiv',
    icon: Italic,
    mark: 'italic',
    keys: 'Strg+I',
    spokenKeys: 'Control+I',
    toggle: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    name: 'Liste',
    icon: List,
    mark: 'bulletList',
    keys: 'Strg+Umschalt+8',
    spokenKeys: 'Control+Shift+8',
    toggle: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: 'Aufzählung',
    icon: ListOrdered,
    mark: 'orderedList',
    keys: 'Strg+Umschalt+7',
    spokenKeys: 'Control+Shift+7',
    toggle: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
]

/** Long texts with parts have these, too. */
const HEADING_TOOLS: readonly Tool[] = [
  {
    name: 'Überschrift',
    icon: Heading2,
    mark: 'heading',
    level: 2,
    keys: 'Strg+Alt+2',
    spokenKeys: 'Control+Alt+2',
    toggle: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    name: 'Zwischenüberschrift',
    icon: Heading3,
    mark: 'heading',
    level: 3,
    keys: 'Strg+Alt+3',
    spokenKeys: 'Control+Alt+3',
    toggle: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
]

const ALL_TOOLS = [...TOOLS, ...HEADING_TOOLS]

const isActive = (editor: Editor, { mark, level }: Tool) => editor.isActive(mark, level && { level })

const targetOf = (key: string, at: number, last: number) => {
  const targets: Record<string, number> = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowLeft: at === 0 ? last : at - 1,
    Home: 0,
    End: last,
  }
  return targets[key]
}

/** One stop of the Tab key; the arrows go from button to button (WAI-ARIA: toolbar). */
interface RichTextToolbarProps {
  editor: Editor
  editorId: string
  tools: readonly Tool[]
}

const RichTextToolbar = ({ editor, editorId, tools }: RichTextToolbarProps) => {
  const bar = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState(0)
  const active = useEditorState({ editor, selector: () => tools.map((tool) => isActive(editor, tool)) })
  const move = (event: KeyboardEvent) => {
    const target = targetOf(event.key, stop, tools.length - 1)
    if (target === undefined) return
    event.preventDefault()
    setStop(target)
    bar.current?.querySelectorAll('button')[target]?.focus()
  }
  return (
    <Box
      ref={bar}
      p={4}
      bg="var(--sh-paper)"
      className="sh-wrap sh-gap-1 sh-rule-below"
      role="toolbar"
      aria-label="Formatierung"
      aria-controls={editorId}
      onKeyDown={move}
    >
      {tools.map(({ name, icon: Icon, keys, spokenKeys, toggle }, index) => (
        <button
          key={name}
          type="button"
          className={`sh-inline sh-gap-2 ${classes.tool}`}
          title={`${name} (${keys})`}
          aria-label={name}
          aria-pressed={active[index] ?? false}
          aria-keyshortcuts={spokenKeys}
          tabIndex={index === stop ? 0 : -1}
          disabled={!editor.isEditable}
          onFocus={() => setStop(index)}
          // The text keeps its selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => toggle(editor)}
        >
          <Icon size={20} aria-hidden />
          <span className="sh-not-on-phones">{name}</span>
        </button>
      ))}
    </Box>
  )
}

/** Word writes lists as paragraphs with a sign in front of each. */
const WORD_ITEM = 'p[style*="mso-list"], p[class*="MsoListParagraph"]'
const WORD_SIGN = '[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]'

const rename = (element: Element, name: string) => {
  const renamed = element.ownerDocument.createElement(name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
  return renamed
}

const addWordItem = (paragraph: Element) => {
  const sign = paragraph.querySelector(WORD_SIGN)
  const listName = /^\s*\w+[.)]/.test(sign?.textContent ?? '') ? 'ol' : 'ul'
  sign?.remove()
  const before = paragraph.previousElementSibling
  const item = rename(paragraph, 'li')
  if (before?.localName === listName && before.hasAttribute('data-word-list')) before.append(item)
  else {
    const list = item.ownerDocument.createElement(listName)
    list.setAttribute('data-word-list', '')
    item.replaceWith(list)
    list.append(item)
  }
}

/** Two levels of headings, and lists that are lists; all else the editor's schema leaves out by itself. */
export const cleanPastedHtml = (html: string) => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const heading of body.querySelectorAll('h1')) rename(heading, 'h2')
  for (const heading of body.querySelectorAll('h4, h5, h6')) rename(heading, 'h3')
  for (const paragraph of body.querySelectorAll(WORD_ITEM)) addWordItem(paragraph)
  return body.innerHTML
}

/** A text that a button puts where the cursor stands, and what it means. */
export interface Insert {
  text: string
  meaning: string
}

const InsertButtons = ({ editor, inserts }: { editor: Editor; inserts: readonly Insert[] }) => (
  <Box component="fieldset" p="xs" className="sh-fieldset sh-wrap sh-gap-1">
    <legend className="sh-visually-hidden">Platzhalter einfügen</legend>
    {inserts.map(({ text, meaning }) => (
      <Button
        key={text}
        variant="default"
        size="compact-sm"
        title={meaning}
        aria-label={`${text} einfügen: ${meaning}`}
        disabled={!editor.isEditable}
        // The text keeps its cursor.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => editor.chain().focus().insertContent({ type: 'text', text }).run()}
      >
        {text}
      </Button>
    ))}
  </Box>
)

/** On a phone the buttons are folded away: they would fill the screen before the text. */
const InsertMenu = (props: { editor: Editor; inserts: readonly Insert[] }) => {
  const isNarrow = useNarrow()
  return (
    <div className="sh-rule-below">
      {isNarrow ? (
        <details>
          <summary className={classes.inserts}>Platzhalter einfügen</summary>
          <InsertButtons {...props} />
        </details>
      ) : (
        <InsertButtons {...props} />
      )}
    </div>
  )
}

interface RichTextEditorProps {
  id: string
  value: string
  onChange: (markdown: string) => void
  isDisabled: boolean
  takesFocus: boolean
  inserts: readonly Insert[]
  hasHeadings: boolean
  /** ARIA of the field around it. */
  attributes: Record<string, string>
}

const extensions = [richTextKit]

/** The editor itself; loaded by `RichTextField` with its first use. */
export const RichTextEditor = ({ id, value, onChange, ...props }: RichTextEditorProps) => {
  const { isDisabled, takesFocus, inserts, hasHeadings, attributes } = props
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
      {/* Before the tools: from the text one step back still reaches them. */}
      {inserts.length > 0 && <InsertMenu editor={editor} inserts={inserts} />}
      <RichTextToolbar editor={editor} editorId={id} tools={hasHeadings ? ALL_TOOLS : TOOLS} />
      <EditorContent editor={editor} />
    </>
  )
}

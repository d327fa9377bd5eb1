import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Bold, Italic, List, ListOrdered, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import classes from './RichTextField.module.css'

interface Tool {
  /** Spec §2, rich-text editor. */
  name: 'Fett' | 'Kursiv' | 'Liste' | 'Aufzählung'
  icon: LucideIcon
  /** As the editor calls it. */
  mark: string
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

const targetOf = (key: string, at: number) => {
  const last = TOOLS.length - 1
  const targets: Record<string, number> = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowLeft: at === 0 ? last : at - 1,
    Home: 0,
    End: last,
  }
  return targets[key]
}

/** One stop of the Tab key; the arrows go from button to button (WAI-ARIA: toolbar). */
export const RichTextToolbar = ({ editor, editorId }: { editor: Editor; editorId: string }) => {
  const bar = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState(0)
  const active = useEditorState({ editor, selector: () => TOOLS.map(({ mark }) => editor.isActive(mark)) })
  const move = (event: KeyboardEvent) => {
    const target = targetOf(event.key, stop)
    if (target === undefined) return
    event.preventDefault()
    setStop(target)
    bar.current?.querySelectorAll('button')[target]?.focus()
  }
  return (
    <div
      ref={bar}
      className={`sh-wrap sh-gap-1 sh-rule-below ${classes.toolbar}`}
      role="toolbar"
      aria-label="Formatierung"
      aria-controls={editorId}
      onKeyDown={move}
    >
      {TOOLS.map(({ name, icon: Icon, keys, spokenKeys, toggle }, index) => (
        <button
          key={name}
          type="button"
          className={classes.tool}
          title={`${name} (${keys})`}
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
          <span className={classes.toolName}>{name}</span>
        </button>
      ))}
    </div>
  )
}

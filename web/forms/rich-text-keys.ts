import { type Editor, Extension } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'

/** From behind the last item of a list to the end of its text: out of the list, the item and its paragraph. */
const ENDS_OF_LIST = 3

const blockBefore = ({ state }: Editor) => state.doc.resolve(state.selection.$from.before()).nodeBefore

/** Puts the paragraph of the cursor behind the list's last words; the editor's own way selects the item, and deletes it next. */
const joinList = ({ state, view }: Editor) => {
  const { $from } = state.selection
  const before = $from.before()
  const end = before - ENDS_OF_LIST
  const joined = state.tr.delete(before, $from.after()).insert(end, $from.parent.content)
  view.dispatch(joined.setSelection(TextSelection.create(joined.doc, end)).scrollIntoView())
  return true
}

/** At the start of a block Backspace first makes a paragraph of it; no key takes text along that was not selected. */
const goBack = (editor: Editor) => {
  const { empty, $from } = editor.state.selection
  if (!empty || $from.parentOffset > 0 || $from.depth !== 1) return false
  const last = blockBefore(editor)
  // An empty line before it goes first, as everywhere.
  const isEmptyLine = last?.type.name === 'paragraph' && last.content.size === 0
  if ($from.parent.type.name === 'heading') return !isEmptyLine && editor.commands.setParagraph()
  return last?.type.name.endsWith('List') === true && joinList(editor)
}

export const richTextKeys = Extension.create({
  name: 'blockKeys',
  // Before the keys of the editor and of its lists.
  priority: 200,
  addKeyboardShortcuts: () => ({ Backspace: ({ editor }) => goBack(editor) }),
})

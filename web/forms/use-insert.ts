import { useRef } from 'react'

interface InsertOptions {
  set: (field: string, text: string) => void
  /** Placeholders that may stand in the subject, too. */
  subject: readonly string[]
}

/** Puts a placeholder where the cursor stands, in the field of a mail (`subject` or `body`) that was typed in last. */
export const useInsert = ({ set, subject }: InsertOptions) => {
  const last = useRef('body')
  return {
    /** The id of whatever takes the focus. */
    onFocus: (field: string) => {
      if (field === 'subject' || field === 'body') last.current = field
    },
    insert: (name: string) => {
      const field = last.current === 'subject' && subject.includes(name) ? 'subject' : 'body'
      const input = document.getElementById(field) as HTMLInputElement | HTMLTextAreaElement | null
      if (!input) return
      const from = input.selectionStart ?? input.value.length
      const to = input.selectionEnd ?? from
      const text = `{${name}}`
      set(field, input.value.slice(0, from) + text + input.value.slice(to))
      input.focus()
      // Once the new text stands in the field.
      requestAnimationFrame(() => input.setSelectionRange(from + text.length, from + text.length))
    },
  }
}

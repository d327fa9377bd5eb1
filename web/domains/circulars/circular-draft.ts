import type { CircularAttachment } from '#contract/circulars/circulars.attachments.ts'
import type { FieldValues } from '#web/forms/fields.ts'

/** The text that is being written, with the user and the school that it belongs to. */
export interface Draft {
  owner: string
  values: FieldValues
  attachments: readonly CircularAttachment[]
  /** The chosen classes in words, for the list; empty while none is chosen. */
  audience: string
  /** Nobody has typed anything yet: it was begun with people chosen in a list. */
  isNew?: true
  /** Its readers were chosen in a list after the text was written. */
  isRedirected?: true
}

let draft: Draft | undefined

const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()

const clear = () => {
  draft = undefined
  window.removeEventListener('beforeunload', askBeforeUnload)
}

/**
 * A circular that is being written survives other pages. It is only in memory: nothing about families is stored in a
 * browser (security V14). On every page the browser asks before a reload or the end loses it.
 */
export const circularDraft = {
  read: (owner: string) => {
    if (draft && draft.owner !== owner) clear()
    return draft
  },
  write: (written: Draft) => {
    draft = written
    window.addEventListener('beforeunload', askBeforeUnload)
  },
  clear,
}

import { useRef, useState } from 'react'
import { askToDiscard } from '#web/shell/ask-to-discard.ts'
import { useKeptInput } from '#web/shell/use-kept-input.ts'
import { focusField } from '#web/ui/focus-field.ts'
import type { FieldValues } from './section-fields.ts'

export interface SectionTyped {
  section: string
  /** What the changes are counted from, with its version. */
  before: FieldValues
  version: number | null
  values: FieldValues
}

const QUESTION = 'Ihre Änderungen in dem Abschnitt, den Sie gerade bearbeiten, sind noch nicht gespeichert.'

export const headingOf = (section: string) => `${section}-title`

/** Which section of the page is being changed: one at a time, so that nothing typed is overlooked. */
export const useOpenSection = () => {
  const place = useKeptInput<SectionTyped>()
  const typed = useRef<{ now?: SectionTyped | undefined; kept: SectionTyped | undefined }>({ kept: place.kept })
  const [name, setName] = useState(place.kept?.section)
  const remember = (input: SectionTyped | undefined) => {
    typed.current.now = input
    place.remember(input)
  }
  const forget = () => {
    typed.current.kept = undefined
    remember(undefined)
  }
  const close = () => {
    forget()
    setName(undefined)
    // The pressed button goes with the form.
    if (name) focusField(headingOf(name))
  }
  const mayDiscard = async () => typed.current.now === undefined || (await askToDiscard(QUESTION))
  return {
    name,
    remember,
    close,
    keptOf: (section: string) => (typed.current.kept?.section === section ? typed.current.kept : undefined),
    edit: async (section: string) => {
      if (!(await mayDiscard())) return
      forget()
      setName(section)
    },
    cancel: async () => {
      if (await mayDiscard()) close()
    },
  }
}

export type OpenSection = ReturnType<typeof useOpenSection>

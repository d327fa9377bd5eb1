import { useRef, useState } from 'react'
import { askToDiscard } from '#web/shell/ask-to-discard.ts'
import { focusField } from '#web/ui/focus-field.ts'
import { useKeptInput } from './use-kept-input.ts'

export interface SectionTyped<Values> {
  section: string
  /** What the changes are counted from, with its version. */
  before: Values
  version: number | null
  values: Values
}

const QUESTION = 'Ihre Änderungen in dem Abschnitt, den Sie gerade bearbeiten, sind noch nicht gespeichert.'

export const headingOf = (section: string) => `${section}-title`

/** Which section of the page is being changed: one at a time, so that nothing typed is overlooked. */
export const useOpenSection = <Values>() => {
  type Typed = SectionTyped<Values>
  const place = useKeptInput<Typed>()
  const typed = useRef<{ now?: Typed | undefined; kept: Typed | undefined }>({ kept: place.kept })
  const [name, setName] = useState(place.kept?.section)
  const remember = (input: Typed | undefined) => {
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

export type OpenSection<Values> = ReturnType<typeof useOpenSection<Values>>

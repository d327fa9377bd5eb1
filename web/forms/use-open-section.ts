import { useRef, useState } from 'react'
import { askToDiscard } from '#web/shell/ask-to-discard.ts'
import { focusField } from '#web/ui/focus-field.ts'
import type { TypedInput } from './use-edit.ts'
import { usePreservedInput } from './use-preserved-input.ts'

interface SectionTyped<Base> {
  section: string
  typed: TypedInput<Base>
}

const QUESTION = 'Ihre Änderungen in dem Abschnitt, den Sie gerade bearbeiten, sind noch nicht gespeichert.'

export const headingOf = (section: string) => `${section}-title`

/** Which section of the page is being changed: one at a time, so that nothing typed is overlooked. */
export const useOpenSection = <Base>() => {
  type Typed = SectionTyped<Base>
  const place = usePreservedInput<Typed>()
  const typed = useRef<{ now?: Typed | undefined; preserved: Typed | undefined }>({ preserved: place.preserved })
  const [name, setName] = useState(place.preserved?.section)
  const remember = (input: Typed | undefined) => {
    typed.current.now = input
    place.remember(input)
  }
  const forget = () => {
    typed.current.preserved = undefined
    remember(undefined)
  }
  const close = () => {
    forget()
    setName(undefined)
    // The pressed button goes with the form.
    if (name) focusField(headingOf(name))
  }
  const mayDiscard = async () => typed.current.now === undefined || (await askToDiscard(QUESTION))
  /** Before something else takes the section's place; false: it stays open. */
  const leave = async () => {
    if (!(await mayDiscard())) return false
    forget()
    setName(undefined)
    return true
  }
  return {
    name,
    close,
    /** What a section's form remembers, and what it finds of it after the next login. */
    memoryOf: (section: string) => ({
      preserved: typed.current.preserved?.section === section ? typed.current.preserved.typed : undefined,
      remember: (input: TypedInput<Base> | undefined) => remember(input && { section, typed: input }),
    }),
    leave,
    edit: async (section: string) => {
      if (await leave()) setName(section)
    },
    cancel: async () => {
      if (await mayDiscard()) close()
    },
  }
}

export type OpenSection<Base> = ReturnType<typeof useOpenSection<Base>>

import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

interface UnknownText {
  /** A text stands in the field that is not its value. */
  isThere: boolean
  isListOpen: boolean
  /** Says in the field that the text is not in the list. */
  refuse: () => void
}

/** Marks a field whose text is not its value. */
const MARK = 'data-unknown-text'

/** Where such a text stands in the form the focus goes there: nothing may be saved then. */
export const goToUnknownText = (form: HTMLFormElement | null) => {
  const field = form?.querySelector<HTMLElement>(`[${MARK}]`)
  field?.focus()
  return field !== null && field !== undefined
}

/** While the text of a field is not its value the form is not sent, and Escape belongs to the field, not to the dialog. */
export const useUnknownText = ({ isThere, isListOpen, refuse }: UnknownText): RefObject<HTMLInputElement | null> => {
  const input = useRef<HTMLInputElement>(null)
  const stop = useEffectEvent((event: SubmitEvent) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    refuse()
    goToUnknownText(input.current?.form ?? null)
  })
  useEffect(() => {
    const form = input.current?.form
    if (!isThere || !form) return
    const listen = (event: SubmitEvent) => stop(event)
    form.addEventListener('submit', listen, { capture: true })
    return () => form.removeEventListener('submit', listen, { capture: true })
  }, [isThere])
  useEffect(() => {
    input.current?.toggleAttribute(MARK, isThere)
    // The kit reads this one, and sets it itself only while the list is open.
    if (isThere || isListOpen) input.current?.setAttribute('data-mantine-stop-propagation', 'true')
    else input.current?.removeAttribute('data-mantine-stop-propagation')
  }, [isThere, isListOpen])
  return input
}

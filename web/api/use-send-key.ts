import { useRef } from 'react'
import { randomKey } from '#web/api/random-key.ts'

/**
 * The key of a body: the same content gets the same key as long as the form is open, also when something else was sent
 * in between, so that a second try after a lost answer does nothing twice.
 */
export const useSendKey = () => {
  const keys = useRef(new Map<string, string>())
  return (body: unknown) => {
    const content = JSON.stringify(body)
    const key = keys.current.get(content) ?? randomKey()
    keys.current.set(content, key)
    return key
  }
}

import { useRef } from 'react'
import { randomKey } from '#web/api/random-key.ts'

/**
 * The key of a body: the same content gets the same key, so that a second try after a lost answer creates no second
 * account.
 */
export const useSendKey = () => {
  const sent = useRef({ content: '', key: '' })
  return (body: unknown) => {
    const content = JSON.stringify(body)
    if (sent.current.content !== content) sent.current = { content, key: randomKey() }
    return sent.current.key
  }
}

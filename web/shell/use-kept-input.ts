import { useEffect, useState } from 'react'
import { useSignedIn } from '#web/api/base-data.ts'
import { inputPlace } from './kept-input.ts'

/**
 * A form's memory over the end of a session (ux §2): `kept` is what this person had typed on this page when it ended.
 * `remember` what is typed while it is not saved; leaving the page forgets it.
 */
export const useKeptInput = <T>() => {
  const user = useSignedIn()?.user.id ?? 0
  const [place] = useState(() => inputPlace<T>(user, window.location.pathname))
  useEffect(() => {
    place.take()
    return () => place.remember(undefined)
  }, [place])
  return place
}

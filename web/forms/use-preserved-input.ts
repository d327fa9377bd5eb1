import { useEffect, useState } from 'react'
import { useSignedIn } from '#web/api/base-data.ts'
import { inputPlace } from '#web/shell/preserved-input.ts'

/**
 * A form's memory over the end of a session (ux §2): `kept` is what this person had typed here when it ended; `name`
 * where the form belongs to no page.
 * `remember` what is typed while it is not saved; leaving the page forgets it.
 */
export const usePreservedInput = <T>(name?: string) => {
  const user = useSignedIn()?.user.id ?? 0
  const [place] = useState(() => inputPlace<T>(user, name ?? window.location.pathname))
  useEffect(() => {
    place.take()
    return () => place.remember(undefined)
  }, [place])
  return place
}

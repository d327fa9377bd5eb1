import { useEffect, useRef, useState } from 'react'
import type { TypedInput } from './use-edit.ts'
import { usePreservedInput } from './use-preserved-input.ts'

interface Opened<Base> {
  /** Undefined: a new record. */
  record: Base | undefined
  preserved?: TypedInput<Base> | undefined
}

/** What was being typed when a session ended, and about which record; null: a new one. */
interface Kept<Base> {
  id: number | null
  typed: TypedInput<Base>
}

interface OpenerOptions<Base> {
  /** The records that a session may have been about; undefined until they are loaded. */
  known: readonly Base[] | undefined
  /** Tells the dialog from other forms of its page. */
  name?: string
  /** The address asks for a new record. */
  startsNew?: boolean
}

/** Opens the dialog of a record; anew what a session took with it (ux §2). */
export const useRecordOpener = <Base extends { id: number }>(options: OpenerOptions<Base>) => {
  const { known, name, startsNew = false } = options
  const place = usePreservedInput<Kept<Base>>(name && `${window.location.pathname} ${name}`)
  const [opened, setOpened] = useState<Opened<Base>>()
  const isStarted = useRef(false)
  useEffect(() => {
    if (!known || isStarted.current) return
    isStarted.current = true
    const { preserved } = place
    const record = known.find(({ id }) => id === preserved?.id)
    if (preserved && (record || preserved.id === null)) setOpened({ record, preserved: preserved.typed })
    else if (startsNew) setOpened({ record: undefined })
  }, [known, place, startsNew])
  const id = opened?.record?.id ?? null
  return {
    openNew: () => setOpened({ record: undefined }),
    openEdit: (record: Base) => setOpened({ record }),
    /** What the dialog needs while it is open. */
    opened: opened && {
      ...opened,
      remember: (typed: TypedInput<Base> | undefined) => place.remember(typed && { id, typed }),
      onGone: () => setOpened(undefined),
    },
  }
}

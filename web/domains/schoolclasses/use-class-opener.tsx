import { useEffect, useRef, useState } from 'react'
import type { Schoolclass } from '#contract/schoolclasses/schoolclasses.ts'
import { useKeptInput } from '#web/forms/use-kept-input.ts'
import { SchoolclassDialog } from './SchoolclassDialog.tsx'
import type { ClassValues } from './schoolclass-form.ts'

interface Opened {
  /** Missing: a new class. */
  schoolclass?: Schoolclass | undefined
  kept?: ClassValues
}

/** What was being typed when a session ended; id null: a new class. */
interface Kept {
  id: number | null
  values: ClassValues
}

/** Opens the dialog of a class; anew what a session took with it (ux §2). */
export const useClassOpener = (known: readonly Schoolclass[] | undefined, yearId: number | undefined) => {
  const place = useKeptInput<Kept>()
  const [opened, setOpened] = useState<Opened>()
  const isDone = useRef(false)
  useEffect(() => {
    const { kept } = place
    if (!kept || !known || isDone.current) return
    isDone.current = true
    const schoolclass = known.find(({ id }) => id === kept.id)
    if (schoolclass || kept.id === null) setOpened({ schoolclass, kept: kept.values })
  }, [place, known])
  const id = opened?.schoolclass?.id ?? null
  return {
    openNew: () => setOpened({}),
    openEdit: (schoolclass: Schoolclass) => setOpened({ schoolclass }),
    shown: opened && (
      <SchoolclassDialog
        {...opened}
        yearId={yearId}
        remember={(values) => place.remember(values && { id, values })}
        onGone={() => setOpened(undefined)}
      />
    ),
  }
}

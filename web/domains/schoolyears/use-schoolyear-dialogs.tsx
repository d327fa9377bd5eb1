import { useEffect, useRef, useState } from 'react'
import type { Schoolyear } from '#contract/schoolyears/schoolyears.ts'
import { useToday } from '#web/api/base-data.ts'
import { useKeptInput } from '#web/forms/use-kept-input.ts'
import { OnlineFormDialog } from './OnlineFormDialog.tsx'
import { SchoolyearDialog } from './SchoolyearDialog.tsx'
import type { YearValues } from './schoolyear-form.ts'

type Opened =
  | { kind: 'new'; kept?: YearValues }
  | { kind: 'edit'; year: Schoolyear; kept?: YearValues }
  | { kind: 'form'; year: Schoolyear }

/** What was being typed when a session ended, and about which year; null: a new one. */
interface Kept {
  yearId: number | null
  values: YearValues
}

/** The dialogs about years. `startsNew`: the address asks for a new year. */
export const useSchoolyearDialogs = (years: readonly Schoolyear[] | undefined, startsNew = false) => {
  const place = useKeptInput<Kept>(`${window.location.pathname} schoolyear-dialog`)
  const today = useToday()
  const [opened, setOpened] = useState<Opened>()
  const isStarted = useRef(false)
  useEffect(() => {
    if (!years || isStarted.current) return
    isStarted.current = true
    const { kept } = place
    const year = kept && years.find(({ id }) => id === kept.yearId)
    if (kept && year) setOpened({ kind: 'edit', year, kept: kept.values })
    else if (kept?.yearId === null) setOpened({ kind: 'new', kept: kept.values })
    else if (startsNew) setOpened({ kind: 'new' })
  })
  const close = () => setOpened(undefined)
  const dialog = () => {
    if (!opened) return null
    if (opened.kind === 'form') return <OnlineFormDialog year={opened.year} today={today} onGone={close} />
    const year = opened.kind === 'edit' ? opened.year : undefined
    const remember = (values: YearValues | undefined) => place.remember(values && { yearId: year?.id ?? null, values })
    return (
      <SchoolyearDialog
        year={year}
        years={years ?? []}
        today={today}
        kept={opened.kept}
        remember={remember}
        onGone={close}
      />
    )
  }
  return {
    openNew: () => setOpened({ kind: 'new' }),
    openEdit: (year: Schoolyear) => setOpened({ kind: 'edit', year }),
    openForm: (year: Schoolyear) => setOpened({ kind: 'form', year }),
    shown: dialog(),
  }
}

export type SchoolyearDialogs = ReturnType<typeof useSchoolyearDialogs>

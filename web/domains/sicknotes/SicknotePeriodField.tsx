import { useState } from 'react'
import { isIsoDay } from '#contract/dates.ts'
import { SICKNOTE_TEXTS } from '#contract/sicknotes/sicknotes.rules.ts'
import { DateField } from '#web/forms/DateField.tsx'
import { chosenPeriod, type SicknoteListState } from './sicknote-list.ts'
import classes from './sicknotes.module.css'

interface DayFilterProps {
  label: string
  value: string | undefined
  today: string
  error?: string | undefined
  onChange: (day: string | undefined) => void
}

/** A day of the address; what is no day yet stays in the field alone. */
const DayFilter = ({ label, value, today, error, onChange }: DayFilterProps) => {
  const [typed, setTyped] = useState<string>()
  const change = (text: string) => {
    const isComplete = text === '' || isIsoDay(text)
    setTyped(isComplete ? undefined : text)
    if (isComplete) onChange(text || undefined)
  }
  return <DateField label={label} value={typed ?? value ?? ''} onChange={change} today={today} error={error} isNear />
}

/** Any days, first and last. */
export const SicknotePeriodField = ({ state, today }: { state: SicknoteListState; today: string }) => {
  const { filters, setFilter } = state
  const { from, to } = chosenPeriod(state) ?? {}
  const isBackwards = from !== undefined && to !== undefined && to < from
  return (
    <div className={`sh-grid sh-gap-2 ${classes.period}`}>
      <DayFilter label="Von" value={filters.von} today={today} onChange={(day) => setFilter('von', day)} />
      <DayFilter
        label="Bis"
        value={filters.bis}
        today={today}
        error={isBackwards ? SICKNOTE_TEXTS.endBeforeStart : undefined}
        onChange={(day) => setFilter('bis', day)}
      />
    </div>
  )
}

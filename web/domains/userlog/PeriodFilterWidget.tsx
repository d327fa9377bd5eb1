import { useState } from 'react'
import { isIsoDay } from '#contract/dates.ts'
import { useToday } from '#web/api/base-data.ts'
import { DateField } from '#web/forms/DateField.tsx'
import classes from './PeriodFilter.module.css'

const END_FIRST = 'Das Ende liegt vor dem Beginn.'

interface DayFilterProps {
  label: string
  value: string | undefined
  error?: string | undefined
  onChange: (day: string | undefined) => void
}

/** A day of the address; what is no day yet stays in the field alone. */
const DayFilter = ({ label, value, error, onChange }: DayFilterProps) => {
  const today = useToday()
  const [typed, setTyped] = useState<string>()
  const change = (text: string) => {
    const isComplete = text === '' || isIsoDay(text)
    setTyped(isComplete ? undefined : text)
    if (isComplete) onChange(text || undefined)
  }
  return <DateField label={label} value={typed ?? value ?? ''} onChange={change} today={today} error={error} />
}

interface PeriodFilterWidgetProps {
  from: string | undefined
  until: string | undefined
  onChange: (key: 'from' | 'until', day: string | undefined) => void
}

/** The first and the last day of what a log shows. */
export const PeriodFilterWidget = ({ from, until, onChange }: PeriodFilterWidgetProps) => {
  const isBackwards = from !== undefined && until !== undefined && isIsoDay(from) && isIsoDay(until) && until < from
  return (
    <div className={`sh-wrap sh-gap-2 ${classes.period}`}>
      <DayFilter label="Von" value={from} onChange={(day) => onChange('from', day)} />
      <DayFilter
        label="Bis"
        value={until}
        error={isBackwards ? END_FIRST : undefined}
        onChange={(day) => onChange('until', day)}
      />
    </div>
  )
}

import { ActionIcon, Button } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import classes from './SicknoteWeek.module.css'

interface Way {
  label: string
  go: () => void
}

interface SicknoteSpanFieldProps {
  /** The days that are shown. */
  text: string
  previous: Way
  next: Way
  /** Back to the days of today; false while these are shown. */
  now: Way | false
}

/** The week or the month that is shown, with the ways to the others. */
export const SicknoteSpanField = ({ text, previous, next, now }: SicknoteSpanFieldProps) => (
  <div className={`sh-line sh-figures sh-gap-2 ${classes.week}`}>
    <ActionIcon variant="default" aria-label={previous.label} onClick={previous.go}>
      <ChevronLeft size={20} aria-hidden />
    </ActionIcon>
    <ActionIcon variant="default" aria-label={next.label} onClick={next.go}>
      <ChevronRight size={20} aria-hidden />
    </ActionIcon>
    <strong role="status">{text}</strong>
    {now && (
      <Button variant="subtle" px="xs" onClick={now.go}>
        {now.label}
      </Button>
    )}
  </div>
)

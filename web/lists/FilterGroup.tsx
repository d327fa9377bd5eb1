import { Button } from '@mantine/core'
import { ListFilter } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useNarrow } from '#web/ui/use-narrow.ts'
import classes from './list-tools.module.css'

interface FilterGroupProps {
  /** How many filters are active. */
  count: number
  /** Content after the filters, visible on a phone, too. */
  beside?: ReactNode
  children: ReactNode
}

/** Filters side by side; on a phone one button shows and hides them, so that the list starts within sight. */
export const FilterGroup = ({ count, beside, children }: FilterGroupProps) => {
  const isNarrow = useNarrow()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if (!isNarrow) {
    return (
      <>
        {children}
        {beside}
      </>
    )
  }
  return (
    <>
      <Button
        variant="default"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        leftSection={<ListFilter size={20} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {count > 0 ? `Filter (${count})` : 'Filter'}
      </Button>
      {beside}
      {isOpen && (
        <div id={id} className={classes.group}>
          {children}
        </div>
      )}
    </>
  )
}

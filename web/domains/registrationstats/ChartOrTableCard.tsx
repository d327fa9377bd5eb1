import { Button, Card, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './RegistrationStats.module.css'

interface ChartOrTableCardProps {
  id: string
  title: string
  /** For the eye alone. */
  chart: ReactNode
  /** Says the same in numbers, and more: for screen readers, on paper and on demand. */
  table: ReactNode
}

/** Numbers as a chart or as a table, never both below each other. */
export const ChartOrTableCard = ({ id, title, chart, table }: ChartOrTableCardProps) => {
  const [isTable, setTable] = useState(false)
  return (
    <Card component="section" aria-labelledby={id}>
      <div className="sh-row sh-below-3 sh-spread sh-gap-3 sh-rows-1">
        <Title order={2} id={id}>
          {title}
        </Title>
        <Button
          className="sh-screen-only"
          variant="subtle"
          size="compact-md"
          aria-describedby={id}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? 'Als Diagramm zeigen' : 'Als Tabelle zeigen'}
        </Button>
      </div>
      {!isTable && (
        <div className="sh-screen-only" aria-hidden>
          {chart}
        </div>
      )}
      <div className={isTable ? undefined : classes.unseen}>{table}</div>
    </Card>
  )
}

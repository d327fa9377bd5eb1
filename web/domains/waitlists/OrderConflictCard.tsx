import { Alert, Button, Group } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { WaitingChild } from '#contract/waitlists/waitlists.ts'
import plain from '#web/lists/plain-table.module.css'
import { nameOf } from './waitlist-texts.ts'
import classes from './waitlists.module.css'

interface OrderConflictCardProps {
  message: string
  /** The order that the page showed. */
  seen: readonly WaitingChild[]
  /** The order now. */
  now: readonly WaitingChild[]
  /** Does what was wished for with the list as it is now; missing: it is not possible any more. */
  retry?: { text: string; run: () => void } | undefined
  onLeave: () => void
}

/** Somebody else changed the list meanwhile: both orders beside each other before one goes on (ux §2). */
export const OrderConflictCard = ({ message, seen, now, retry, onLeave }: OrderConflictCardProps) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const ranks = Array.from({ length: Math.max(seen.length, now.length) }, (_, index) => index)
  return (
    <Alert ref={box} tabIndex={-1} color="red" title={message} role="alert">
      <div className={classes.proposal}>
        <table className={plain.table}>
          <thead>
            <tr>
              <th scope="col">Rang</th>
              <th scope="col">Ihre Ansicht</th>
              <th scope="col">Jetzt</th>
            </tr>
          </thead>
          <tbody>
            {ranks.map((index) => {
              const [was, is] = [seen[index], now[index]]
              return (
                <tr key={index} data-moved={was?.id !== is?.id}>
                  <th scope="row">{index + 1}</th>
                  <td>{was ? nameOf(was) : '–'}</td>
                  <td>{is ? nameOf(is) : '–'}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <Group gap="xs" mt="sm">
        {retry && (
          <Button variant="default" onClick={retry.run}>
            {retry.text}
          </Button>
        )}
        <Button variant="default" onClick={onLeave}>
          Jetzige Reihenfolge behalten
        </Button>
      </Group>
    </Alert>
  )
}

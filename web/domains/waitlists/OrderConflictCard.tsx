import { Alert, Button, Group } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { WaitingChild } from '#contract/waitlists/waitlists.ts'
import type { ApiFailure } from '#web/api/client.ts'
import { PlainTable } from '#web/lists/PlainTable.tsx'
import { nameOf } from './waitlist-texts.ts'
import classes from './waitlists.module.css'

/** A refusal that tells how the list stands now. */
export const orderIn = ({ status, body }: ApiFailure) =>
  status === 409 ? (body as { order?: WaitingChild[] } | undefined)?.order : undefined

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
  const length = Math.max(seen.length, now.length)
  const ranks = Array.from({ length }, (_, index) => ({ rank: index + 1, was: seen[index], is: now[index] }))
  return (
    <Alert ref={box} tabIndex={-1} color="red" title={message} role="alert">
      <div className={classes.proposal}>
        <PlainTable
          rows={ranks}
          rowKey={({ rank }) => rank}
          rowProps={({ was, is }) => ({ 'data-moved': was?.id !== is?.id })}
          columns={[
            { title: 'Rang', isName: true, cell: ({ rank }) => rank },
            { title: 'Ihre Ansicht', cell: ({ was }) => (was ? nameOf(was) : '–') },
            { title: 'Jetzt', cell: ({ is }) => (is ? nameOf(is) : '–') },
          ]}
        />
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

import { Button, Modal, Stack, TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { MOVE_NOTE_MAX, WAITLIST_TEXTS } from '#contract/waitlists/waitlists.ts'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { OrderConflictCard } from './OrderConflictCard.tsx'
import { type RankMove, useRankMove } from './use-rank-move.ts'
import { nameOf } from './waitlist-texts.ts'

const LABELS = { rank: 'Neuer Rang', note: 'Begründung' }

const QUICK_REASONS = ['Geschwisterkind', 'Härtefall', 'Absprache mit der Schulleitung']

/** Alt with an arrow, as in the table: the next rank, without leaving the reason. */
const stepByKeys = (step: (by: number) => void) => (event: KeyboardEvent) => {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  if (!event.altKey || by === undefined) return
  event.preventDefault()
  step(by)
}

/** To which rank and why; written only with a reason (domain §3.2). */
export const MoveRankDialog = (props: RankMove) => {
  const { row, to } = props
  const { rows, form, attempt, submit, step, between, conflict, retry, isRunning, leave, close, modal } =
    useRankMove(props)
  return (
    <Modal {...modal} size={560} title={`Verschieben: ${nameOf(row)}`}>
      <form onSubmit={submit} noValidate onKeyDown={stepByKeys(step)}>
        <Stack gap="md">
          <ErrorSummary errors={form.errors} labels={LABELS} attempt={attempt} />
          <TextInput
            id="rank"
            label={LABELS.rank}
            description={`Von 1 bis ${rows.length}; auch mit Alt+↑ und Alt+↓.`}
            inputMode="numeric"
            autoComplete="off"
            maw={320}
            data-autofocus={to === undefined || undefined}
            {...form.getInputProps('rank')}
          />
          <p className="sh-bold sh-flush" role="status">
            {between}
          </p>
          <TextInput
            id="note"
            label={LABELS.note}
            description="Steht im Verlauf der Bewerbung; die Familie sieht sie nicht."
            autoComplete="off"
            maxLength={MOVE_NOTE_MAX}
            data-autofocus={to !== undefined || undefined}
            {...form.getInputProps('note')}
          />
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form */}
          <div role="group" aria-label="Häufige Begründungen" className="sh-wrap sh-gap-2">
            {QUICK_REASONS.map((reason) => (
              <Button
                key={reason}
                variant="default"
                size="compact-md"
                onClick={() => form.setFieldValue('note', reason)}
              >
                {reason}
              </Button>
            ))}
          </div>
          {conflict && (
            <OrderConflictCard
              message={WAITLIST_TEXTS.changed}
              seen={rows}
              now={conflict}
              retry={retry}
              onLeave={close}
            />
          )}
        </Stack>
        <DialogButtonRow
          action="Verschieben"
          isRunning={isRunning}
          onLeave={() => void leave()}
          isComparing={conflict !== undefined}
        />
      </form>
    </Modal>
  )
}

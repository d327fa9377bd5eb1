import { Button, Modal, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDayOf } from '#contract/dates.ts'
import { storedSections } from '#contract/registrations/registrations.answers.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { STATUS_LABELS } from '#contract/registrations/registrations.status.ts'
import { failureText } from '#web/api/errors.ts'
import { PlainTable } from '#web/lists/PlainTable.tsx'
import { paths } from '#web/paths.ts'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { useOpened } from '#web/ui/use-opened.ts'
import { detailsQuery } from './registration-details-query.ts'

const statusText = ({ withdrawn_at, status }: RegistrationDetails) =>
  withdrawn_at ? 'zurückgezogen' : STATUS_LABELS[status]

type Compared = Pick<RegistrationDetails, 'answers' | 'form' | 'source'>

const rowsOf = (compared: Compared) => storedSections(compared).flatMap(({ rows }) => rows)

/** The answers of two applications in the form's order; a question that only one was asked is one that differs. */
const comparedAnswers = (mine: Compared, other: Compared) => {
  const [left, right] = [rowsOf(mine), rowsOf(other)]
  const keys = new Set([...left, ...right].map(({ key }) => key))
  return [...keys].flatMap((key) => {
    const pair = [left, right].map((rows) => rows.find((row) => row.key === key))
    const known = pair[0] ?? pair[1]
    if (!known) return []
    const label = known.group ? `${known.group}: ${known.label}` : known.label
    return [{ key, label, texts: pair.map((row) => row?.text ?? '–') }]
  })
}

const Comparison = ({ mine, other }: Record<'mine' | 'other', RegistrationDetails>) => {
  const [isWhole, setWhole] = useState(false)
  const both = [mine, other]
  const answers = comparedAnswers(mine, other)
  const differing = answers.filter(({ texts }) => texts[0] !== texts[1])
  const rows = [
    { key: 'status', label: 'Status', texts: both.map(statusText) },
    { key: 'created', label: 'Eingegangen', texts: both.map(({ created_at }) => formatDayOf(created_at)) },
    ...(isWhole ? answers : differing),
  ]
  return (
    <>
      <Switch
        label="Auch gleiche Angaben zeigen"
        checked={isWhole}
        onChange={(event) => setWhole(event.currentTarget.checked)}
        mb="md"
      />
      {differing.length === 0 && <Text mb="md">Alle Angaben der Formulare sind gleich.</Text>}
      <PlainTable
        isStacked
        columns={[
          { title: 'Angabe', isName: true, cell: ({ label }) => label },
          { title: `${mine.number} (diese)`, label: mine.number, cell: ({ texts }) => texts[0] },
          { title: other.number, cell: ({ texts }) => texts[1] },
        ]}
        rows={rows}
        rowKey={({ key }) => key}
      />
    </>
  )
}

interface CompareRegistrationsDialogProps {
  details: RegistrationDetails
  otherId: number
  onGone: () => void
}

/** Two applications of what seems to be the same child beside each other: what differs first. */
export const CompareRegistrationsDialog = ({ details, otherId, onGone }: CompareRegistrationsDialogProps) => {
  const dialog = useOpened(onGone)
  const other = useQuery(detailsQuery(otherId))
  return (
    <Modal
      {...dialog}
      size={860}
      title={
        <span tabIndex={-1} data-autofocus>
          Bewerbungen vergleichen
        </span>
      }
    >
      {other.isPending && <LoadingText />}
      {other.isError && <Text role="alert">{failureText(other.error)}</Text>}
      {other.data && <Comparison mine={details} other={other.data} />}
      <ButtonRow align="end" isFoot>
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to={paths.registration(otherId)} onClick={dialog.onClose} />}
        >
          Andere Bewerbung öffnen
        </Button>
        <Button onClick={dialog.onClose}>Schließen</Button>
      </ButtonRow>
    </Modal>
  )
}

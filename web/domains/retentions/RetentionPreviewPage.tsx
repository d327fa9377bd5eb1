import { Button, Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDate } from '#contract/dates.ts'
import { listName } from '#contract/person-names.ts'
import {
  NOTICE_DAYS,
  RETENTION_LABELS,
  RETENTION_REASONS,
  type RetentionReason,
} from '#contract/retentions/retentions.rules.ts'
import {
  type DueRow,
  type HeldRow,
  RETENTION_TEXTS,
  type RetentionPreview,
  retentionEndpoints,
} from '#contract/retentions/retentions.ts'
import { useToday } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { paths } from '#web/paths.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { endHold, type HeldChild, restoreHeld } from './end-hold.ts'
import { HoldDialog } from './HoldDialog.tsx'

const previewQuery = queryFor(retentionEndpoints.preview, {})

/** Awaited by the router. */
export const loadRetentionPreview = () => queryClient.ensureQueryData(previewQuery)

const HINTS: Partial<Record<RetentionReason, string>> = {
  ask: 'Das Schuljahr läuft seit Monaten. Bitte fragen Sie, ob die Bewerbung noch gilt. Hier wird noch nichts gelöscht.',
  note: 'Gelöscht wird nur die interne Notiz; die Bewerbung bleibt.',
  binned: 'Sie liegen im Papierkorb und waren ausgesetzt. Wer sie behalten will, stellt sie wieder her.',
  unverified: 'Niemand hat die E-Mail-Adresse bestätigt und niemand aus der Schule hat die Bewerbung bearbeitet.',
}

type Row = Omit<DueRow, 'reason' | 'action' | 'due_on'> & Partial<Pick<HeldRow, 'hold'>>

const nameOf = ({ child_firstname, child_lastname }: Row) =>
  listName({ firstname: child_firstname, lastname: child_lastname })

const childOf = (row: Row): HeldChild => ({ id: row.registration_id, name: nameOf(row), hold: row.hold ?? null })

/** The child of each application. An application in the bin has no page to link to. */
const CHILD_COLUMNS: readonly PlainColumn<Row>[] = [
  {
    title: 'Name',
    isName: true,
    cell: (row) =>
      row.is_binned ? (
        <>
          {nameOf(row)}
          <div className="sh-quiet sh-breaks sh-flush">im Papierkorb</div>
        </>
      ) : (
        <Link to={paths.registration(row.registration_id)}>{nameOf(row)}</Link>
      ),
  },
  { title: 'Bewerbung', className: 'sh-figures', cell: ({ number }) => number },
  { title: 'Platz', cell: (row) => `Klassenstufe ${row.desired_grade}, ${row.school_year}` },
]

interface RowButtonProps {
  row: Row
  text: string
  /** What is done, for screen readers, before the name. */
  what: string
  onPress: (child: HeldChild) => void
}

const RowButton = ({ row, text, what, onPress }: RowButtonProps) => (
  <Button
    variant="default"
    size="compact-md"
    aria-label={`${what}: ${nameOf(row)}`}
    onClick={() => onPress(childOf(row))}
  >
    {text}
  </Button>
)

/** The buttons of a row; what lies in the bin has no page, so the way out stands here. */
const buttonColumn = <R extends Row>(
  buttonsOf: (row: R) => readonly Omit<RowButtonProps, 'row'>[],
): PlainColumn<R> => ({
  title: 'Aktion',
  isTitleHidden: true,
  align: 'end',
  className: 'sh-one-line sh-screen-only',
  cell: (row) =>
    [
      ...(row.is_binned
        ? [
            {
              text: 'Wiederherstellen',
              what: 'Wiederherstellen',
              onPress: (child: HeldChild) => void restoreHeld(child),
            },
          ]
        : []),
      ...buttonsOf(row),
    ].map((button, index) => (
      <span key={button.text}>
        {index > 0 && ' '}
        <RowButton row={row} {...button} />
      </span>
    )),
})

/** What came due after the last night had run is still here. */
const DueDay = ({ action, due_on }: Pick<DueRow, 'action' | 'due_on'>) => {
  const today = useToday()
  const isOverdue = action !== 'ask' && due_on <= today
  return (
    <>
      <time dateTime={due_on}>{formatDate(due_on)}</time>
      {isOverdue && <div className="sh-quiet sh-breaks sh-flush">wird in der nächsten Nacht gelöscht</div>}
    </>
  )
}

type OnHold = (child: HeldChild) => void

/** What goes for one reason, the soonest first. */
const dueColumns = (isAsked: boolean, onHold: OnHold): readonly PlainColumn<DueRow>[] => [
  ...CHILD_COLUMNS,
  { title: isAsked ? 'Seit' : 'Am', cell: (row) => <DueDay {...row} /> },
  buttonColumn(() => [{ text: 'Aussetzen', what: 'Löschung aussetzen', onPress: onHold }]),
]

/** What is kept in spite of its period, why and until when. */
const heldColumns = (onHold: OnHold): readonly PlainColumn<HeldRow>[] => [
  ...CHILD_COLUMNS,
  { title: 'Grund', className: 'sh-breaks', cell: ({ hold }) => hold.reason },
  { title: 'Bis', cell: ({ hold }) => <time dateTime={hold.until}>{formatDate(hold.until)}</time> },
  buttonColumn(() => [
    { text: 'Ändern', what: 'Aussetzung ändern', onPress: onHold },
    { text: 'Beenden', what: 'Aussetzung beenden', onPress: (child) => void endHold(child) },
  ]),
]

const Preview = ({ preview: { due, held }, onHold }: { preview: RetentionPreview; onHold: OnHold }) => {
  const table = { isStacked: true, rowKey: (row: Row) => row.registration_id }
  return (
    <div className="sh-grid sh-gap-4">
      {due.length === 0 && (
        <Card>
          <EmptyState title={RETENTION_TEXTS.none} />
        </Card>
      )}
      {RETENTION_REASONS.map((reason) => {
        const rows = due.filter((row) => row.reason === reason)
        if (rows.length === 0) return null
        const title = RETENTION_LABELS[reason]
        return (
          <TitledCard key={reason} id={`reason-${reason}`} title={`${title} (${rows.length})`} gap="xs">
            {HINTS[reason] && <p className="sh-quiet sh-flush sh-below-2">{HINTS[reason]}</p>}
            <PlainTable
              {...table}
              caption={title}
              rows={rows}
              columns={dueColumns(rows[0]?.action === 'ask', onHold)}
            />
          </TitledCard>
        )
      })}
      {held.length > 0 && (
        <TitledCard id="held" title={`Ausgesetzt (${held.length})`} gap="xs">
          <PlainTable {...table} caption="Ausgesetzte Löschungen" rows={held} columns={heldColumns(onHold)} />
        </TitledCard>
      )}
    </div>
  )
}

/** Domain DP-07: what the nights of the next two weeks delete, and what is kept in spite of its period. */
export const RetentionPreviewPage = () => {
  const { data: preview } = useQuery(previewQuery)
  const [child, setChild] = useState<HeldChild>()
  return (
    <>
      <PageHead crumbs={[{ text: 'Bewerbungen', to: paths.registrations }]} actions={<PrintButton />}>
        Löschvorschau
      </PageHead>
      <p className="sh-quiet sh-flush sh-below-4" style={{ maxWidth: '44rem' }}>
        Abgelaufene Bewerbungen werden nachts endgültig gelöscht, mit Kontakten, Notizen und Verlauf. Gezählt bleiben
        nur Schuljahr, Klassenstufe, Ergebnis und Monat. Jede steht vorher mindestens {NOTICE_DAYS} Tage hier. Die
        Fristen stehen unter{' '}
        <Link to={paths.schools} hash="aufbewahrung">
          Schulverwaltung, Aufbewahrung
        </Link>
        .
      </p>
      {preview && <Preview preview={preview} onHold={setChild} />}
      {child && <HoldDialog key={child.id} child={child} onGone={() => setChild(undefined)} />}
    </>
  )
}

import { Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { peopleRetentionEndpoints } from '#contract/retentions/retentions.preview.ts'
import { NOTICE_DAYS, RETENTION_LABELS, type RetentionReason } from '#contract/retentions/retentions.rules.ts'
import { RETENTION_TEXTS, retentionEndpoints } from '#contract/retentions/retentions.ts'
import { useMay } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { FilterMenu } from '#web/lists/FilterMenu.tsx'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { focusTitleIfLost } from '#web/ui/focus-field.ts'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { TabPicker } from '#web/ui/TabPicker.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { HoldDialog } from './HoldDialog.tsx'
import type { HeldRecord } from './hold-actions.ts'
import { DueTable, FigureTable, HeldTable, kindOptions } from './PreviewTable.tsx'
import { ProposalsCard } from './ProposalsCard.tsx'
import { type DueLine, dueLines, figuresOf, type HeldLine, heldLines } from './preview-rows.ts'

const applicationsQuery = queryFor(retentionEndpoints.preview, {})
const peopleQuery = queryFor(peopleRetentionEndpoints.preview, {})

const APPLICATIONS = 'manage pupil application' as const
const PEOPLE = ['manage pupil', 'manage employee'] as const

const HINTS: Partial<Record<RetentionReason, string>> = {
  ask: 'Das Schuljahr läuft seit Monaten. Bitte fragen Sie, ob die Bewerbung noch gilt. Hier wird noch nichts gelöscht.',
  note: 'Gelöscht wird nur die interne Notiz; die Bewerbung bleibt.',
  binned: 'Sie liegen im Papierkorb und waren ausgesetzt. Wer sie behalten will, stellt sie wieder her.',
  unverified: 'Niemand hat die E-Mail-Adresse bestätigt und niemand aus der Schule hat die Bewerbung bearbeitet.',
  contacts: 'Gelöscht werden Kontakte, Familie, Notizen und geschützte Angaben. Der Nachweis des Schulbesuchs bleibt.',
  employee_facts: 'Name, Tätigkeit und die Aufgaben in Klassen bleiben.',
  account: 'Bis dahin lässt sich das Konto wiederherstellen.',
}

/** What the filters of the address leave over. */
const usePreviewFilter = (due: readonly DueLine[], held: readonly HeldLine[]) => {
  const url = useUrlSearch()
  const kind = url.get('art')
  const rules = url.get('regel')?.split(',').filter(Boolean) ?? []
  const ofKind = <R extends { kind: string }>(rows: readonly R[]) =>
    kind ? rows.filter((row) => row.kind === kind) : [...rows]
  const figures = figuresOf(ofKind(due))
  return {
    kind,
    rules,
    figures,
    due: ofKind(due).filter(({ reason }) => rules.length === 0 || rules.includes(reason)),
    held: ofKind(held),
    chooseKind: (value: string | undefined) => url.set({ art: value, regel: undefined }),
    chooseRules: (values: readonly string[]) => url.set({ regel: values.join(',') || undefined }),
  }
}

const DueCards = ({ due, onHold }: { due: readonly DueLine[]; onHold: (record: HeldRecord) => void }) =>
  figuresOf(due).map(({ reason, count }) => {
    const title = RETENTION_LABELS[reason]
    return (
      <TitledCard key={reason} id={`reason-${reason}`} title={`${title} (${count})`} gap="xs">
        {HINTS[reason] && <p className="sh-quiet sh-flush sh-below-2">{HINTS[reason]}</p>}
        <DueTable caption={title} rows={due.filter((row) => row.reason === reason)} onHold={onHold} />
      </TitledCard>
    )
  })

interface PreviewProps {
  due: readonly DueLine[]
  held: readonly HeldLine[]
  onHold: (record: HeldRecord) => void
}

const Preview = ({ onHold, ...all }: PreviewProps) => {
  const { kind, rules, figures, due, held, chooseKind, chooseRules } = usePreviewFilter(all.due, all.held)
  const kinds = kindOptions([...all.due, ...all.held])
  return (
    <>
      {kinds.length > 1 && (
        <TabPicker
          label="Art der Daten"
          options={[
            { value: undefined, label: 'Alle', count: all.due.length + all.held.length },
            ...kinds.map((option) => ({ ...option, value: option.value as string | undefined })),
          ]}
          chosen={kind}
          onChoose={chooseKind}
        />
      )}
      {figures.length > 1 && (
        <div className="sh-below-4 sh-screen-only">
          <FilterMenu
            label="Regel"
            options={figures.map(({ reason, label }) => ({ value: reason, label }))}
            chosen={rules}
            onChoose={chooseRules}
          />
        </div>
      )}
      <div className="sh-grid sh-gap-4">
        {figures.length > 1 && (
          <TitledCard id="figures" title={`In den nächsten ${NOTICE_DAYS} Tagen`} gap="xs">
            <FigureTable figures={figures} held={held.length} />
          </TitledCard>
        )}
        {due.length === 0 && (
          <Card>
            <EmptyState title={RETENTION_TEXTS.none} />
          </Card>
        )}
        <DueCards due={due} onHold={onHold} />
        {held.length > 0 && (
          <TitledCard id="held" title={`Ausgesetzt (${held.length})`} gap="xs">
            <HeldTable rows={held} onHold={onHold} />
          </TitledCard>
        )}
        <ProposalsCard />
      </div>
    </>
  )
}

/** Domain DP-07: what the nights of the next two weeks delete, and what is kept in spite of its period. */
export const RetentionPreviewPage = () => {
  const may = useMay()
  const [mayApplications, mayPeople] = [may(APPLICATIONS), may(PEOPLE)]
  const applications = useQuery({ ...applicationsQuery, enabled: mayApplications }).data
  const people = useQuery({ ...peopleQuery, enabled: mayPeople }).data
  const [record, setRecord] = useState<HeldRecord>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that changes its table takes the pressed button with it
  useEffect(focusTitleIfLost, [applications, people])
  const isLoaded = (!mayApplications || applications !== undefined) && (!mayPeople || people !== undefined)
  return (
    <>
      <PageHead actions={<PrintButton />}>Löschvorschau</PageHead>
      <p className="sh-quiet sh-flush sh-below-4" style={{ maxWidth: '44rem' }}>
        Was seine Frist erreicht hat, wird nachts endgültig gelöscht. Jeder Eintrag steht vorher mindestens{' '}
        {NOTICE_DAYS} Tage hier. Die Fristen stehen unter{' '}
        <Link to={paths.schools} hash="aufbewahrung">
          Schulverwaltung, Aufbewahrung
        </Link>
        ; was gelöscht wurde, zählt die Seite <Link to={paths.erasureProofs}>Löschnachweise</Link>.
      </p>
      {isLoaded && (
        <Preview due={dueLines(applications, people)} held={heldLines(applications, people)} onHold={setRecord} />
      )}
      {record && (
        <HoldDialog key={`${record.subject} ${record.id}`} record={record} onGone={() => setRecord(undefined)} />
      )}
    </>
  )
}

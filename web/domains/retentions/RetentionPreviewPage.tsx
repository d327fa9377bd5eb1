import { Button, Card, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import {
  NOTICE_DAYS,
  RETENTION_LABELS,
  RETENTION_REASONS,
  type RetentionReason,
} from '#contract/retentions/retentions.rules.ts'
import { RETENTION_TEXTS, type RetentionPreview } from '#contract/retentions/retentions.ts'
import { useToday } from '#web/api/base-data.ts'
import { queryClient } from '#web/api/query-client.ts'
import { paths } from '#web/paths.ts'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { PrintHead } from '#web/ui/PrintHead.tsx'
import type { HeldChild } from './end-hold.ts'
import { HoldDialog } from './HoldDialog.tsx'
import { DueTable, HeldTable } from './RetentionTable.tsx'
import { previewQuery } from './retention-queries.ts'
import classes from './retentions.module.css'

const TITLE = 'Löschvorschau'

/** Awaited by the router. */
export const loadRetentionPreview = () => queryClient.ensureQueryData(previewQuery)

const HINTS: Partial<Record<RetentionReason, string>> = {
  ask: 'Das Schuljahr läuft seit Monaten. Bitte fragen Sie, ob die Bewerbung noch gilt. Hier wird noch nichts gelöscht.',
  note: 'Gelöscht wird nur die interne Notiz; die Bewerbung bleibt.',
  binned: 'Sie liegen im Papierkorb und waren ausgesetzt. Wer sie behalten will, stellt sie wieder her.',
  unverified: 'Niemand hat die E-Mail-Adresse bestätigt und niemand aus der Schule hat die Bewerbung bearbeitet.',
}

interface GroupProps {
  reason: RetentionReason
  rows: RetentionPreview['due']
  onHold: (child: HeldChild) => void
}

const ReasonGroup = ({ reason, rows, onHold }: GroupProps) => (
  <Card component="section" aria-labelledby={`reason-${reason}`}>
    <Title order={2} id={`reason-${reason}`} mb="xs">
      {RETENTION_LABELS[reason]} ({rows.length})
    </Title>
    {HINTS[reason] && <p className="sh-quiet sh-flush sh-below-2">{HINTS[reason]}</p>}
    <DueTable caption={RETENTION_LABELS[reason]} rows={rows} onHold={onHold} />
  </Card>
)

const Preview = ({ preview, onHold }: { preview: RetentionPreview; onHold: (child: HeldChild) => void }) => {
  const { due, held } = preview
  return (
    <div className="sh-grid sh-gap-4">
      {due.length === 0 && (
        <Card>
          <EmptyState title={RETENTION_TEXTS.none} />
        </Card>
      )}
      {RETENTION_REASONS.map((reason) => {
        const rows = due.filter((row) => row.reason === reason)
        return rows.length > 0 && <ReasonGroup key={reason} reason={reason} rows={rows} onHold={onHold} />
      })}
      {held.length > 0 && (
        <Card component="section" aria-labelledby="held">
          <Title order={2} id="held" mb="xs">
            Ausgesetzt ({held.length})
          </Title>
          <HeldTable rows={held} onHold={onHold} />
        </Card>
      )}
    </div>
  )
}

/** Domain DP-07: what the nights of the next two weeks delete, and what is kept in spite of its period. */
export const RetentionPreviewPage = () => {
  const today = useToday()
  const { data: preview } = useQuery(previewQuery)
  const [child, setChild] = useState<HeldChild>()
  return (
    <>
      <PageTitle
        breadcrumb={<Breadcrumb crumbs={[{ text: 'Bewerbungen', to: paths.registrations }]} current={TITLE} />}
        actions={
          <Button variant="default" leftSection={<Printer size={20} aria-hidden />} onClick={() => window.print()}>
            Drucken
          </Button>
        }
      >
        {TITLE}
      </PageTitle>
      <PrintHead today={today} />
      <p className={`sh-quiet sh-flush sh-below-4 ${classes.lead}`}>
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

import { Button, Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDayOf } from '#contract/dates.ts'
import type { RestrictedSubject } from '#contract/restrictions/restricted-subjects.ts'
import { RESTRICTION_TEXTS, type RestrictedRow, restrictionEndpoints } from '#contract/restrictions/restrictions.ts'
import { SUBJECT_WORDS } from '#contract/subject-words.ts'
import { queryFor } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { paths } from '#web/paths.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageIntro } from '#web/ui/PageIntro.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { RestrictionDialog } from './RestrictionDialog.tsx'

const restrictionsQuery = queryFor(restrictionEndpoints.list, {})

/** Awaited by the router. */
export const loadRestrictions = () => queryClient.ensureQueryData(restrictionsQuery)

/** Guardians have no page of their own. */
const PAGES: Record<RestrictedSubject, ((id: number) => string) | undefined> = {
  pupil: paths.pupil,
  employee: paths.employee,
  registration: paths.registration,
  guardian: undefined,
}

const Name = ({ subject, id, name, hint }: RestrictedRow) => {
  const path = PAGES[subject]?.(id)
  return (
    <>
      {path ? <Link to={path}>{name}</Link> : name}
      {hint && <span className="sh-quiet sh-small sh-regular sh-block sh-one-line">{hint}</span>}
    </>
  )
}

const columnsFor = (onLift: (row: RestrictedRow) => void): readonly PlainColumn<RestrictedRow>[] => [
  { title: 'Name', isName: true, cell: (row) => <Name {...row} /> },
  { title: 'Art', cell: ({ subject }) => SUBJECT_WORDS[subject].kind },
  {
    title: 'Seit',
    className: 'sh-figures',
    cell: ({ since, by }) => (
      <div>
        {formatDayOf(since)}
        {by && <span className="sh-quiet sh-small sh-block sh-one-line">von {by}</span>}
      </div>
    ),
  },
  { title: 'Grund', className: 'sh-breaks', cell: ({ reason }) => <div>{reason}</div> },
  {
    title: 'Aktion',
    isTitleHidden: true,
    align: 'end',
    className: 'sh-one-line sh-screen-only',
    cell: (row) => (
      <Button
        variant="default"
        size="compact-md"
        aria-haspopup="dialog"
        aria-label={`Einschränkung aufheben: ${row.name}`}
        onClick={() => onLift(row)}
      >
        Aufheben
      </Button>
    ),
  },
]

/** Everybody whose processing is restricted: no other list has them (domain DP-08). */
export const RestrictionsPage = () => {
  const rows = useQuery(restrictionsQuery).data
  const [lifting, setLifting] = useState<RestrictedRow>()
  return (
    <>
      <PageHead count={rows?.length} actions={rows && rows.length > 0 && <PrintButton />}>
        Einschränkungen
      </PageHead>
      <PageIntro>
        Diese Personen sieht nur noch die Schulleitung: hier und auf ihrer eigenen Seite (Art. 18 DSGVO). Einschränken
        können Sie die Verarbeitung auf der Seite der Person oder in einer{' '}
        <Link to={paths.privacyRequests}>Anfrage zum Datenschutz</Link>.
      </PageIntro>
      {rows &&
        (rows.length === 0 ? (
          <Card>
            <EmptyState title={RESTRICTION_TEXTS.none} />
          </Card>
        ) : (
          <Card pt="xs">
            <PlainTable
              caption="Eingeschränkte Personen"
              isStacked
              columns={columnsFor(setLifting)}
              rows={rows}
              rowKey={({ subject, id }) => `${subject} ${id}`}
            />
          </Card>
        ))}
      {lifting && <RestrictionDialog {...lifting} isLifting onClose={() => setLifting(undefined)} />}
    </>
  )
}

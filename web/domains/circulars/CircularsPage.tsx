import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { circularSubject } from '#contract/circulars/circulars.text.ts'
import { type CircularRow, circularEndpoints } from '#contract/circulars/circulars.ts'
import { formatDateTime } from '#contract/dates.ts'
import { queryFor } from '#web/api/queries.ts'
import { ListPage } from '#web/lists/ListPage.tsx'
import type { TableColumn } from '#web/lists/table-columns.ts'
import { OTHER_ROWS, tableState } from '#web/lists/table-state.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageIntro } from '#web/ui/PageIntro.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import { CircularChip } from './CircularChip.tsx'
import type { Draft } from './circular-draft.ts'
import { KIND_WORDS } from './circular-fields.ts'
import { DRAFT_LIFE } from './circular-texts.ts'
import classes from './circulars.module.css'
import { useCircularDraft } from './use-circular-draft.ts'
import { useMailSchool } from './use-mail-school.ts'

const ROWS = 50

/** A circular that is still being written: there is one at most, and only this browser has it. */
interface DraftRow {
  id: 'draft'
  subject: string
  audience: string
}
type Row = CircularRow | DraftRow
const isDraft = (row: Row): row is DraftRow => row.id === 'draft'

const COLUMNS: readonly TableColumn<Row>[] = [
  { key: 'subject', title: 'Betreff', render: ({ subject }) => subject },
  {
    key: 'audience',
    title: 'An',
    render: (row) => (isDraft(row) ? row.audience : `${KIND_WORDS[row.kind]} ${row.audience}`),
  },
  {
    key: 'state',
    title: 'Stand',
    render: (row) =>
      isDraft(row) ? (
        <StatusChip tone="attention" icon="dot">
          Entwurf, weiterschreiben
        </StatusChip>
      ) : (
        <CircularChip circular={row} isNarrow />
      ),
  },
  {
    key: 'created_at',
    title: 'Geschrieben',
    // In two lines like the state, so that the four columns fit a small screen.
    render: (row) => (
      <>
        {isDraft(row) ? 'noch nicht gesendet' : formatDateTime(row.created_at)}
        <span className="sh-quiet sh-small sh-block">
          {isDraft(row) ? DRAFT_LIFE : (row.created_by ?? 'Gelöschter Benutzer')}
        </span>
      </>
    ),
  },
]

/** The draft as the first row of the first page. */
const withDraft = (
  circulars: readonly CircularRow[],
  { values, audience }: Draft,
  school: { name: string },
): readonly Row[] => [
  {
    id: 'draft',
    subject: circularSubject(String(values.subject ?? ''), school).trim() || 'Ohne Betreff',
    audience: audience || 'noch offen',
  },
  ...circulars,
]

/** Mails of the school to the parents of chosen classes, newest first. */
export const CircularsPage = () => {
  const state = tableState(useUrlSearch(), { sort: '-created_at', perPage: ROWS })
  const query = { page: state.page, per_page: state.perPage }
  const list = useQuery(queryFor(circularEndpoints.list, { query }, { keepPrevious: true }))
  const navigate = useNavigate()
  const circulars = list.data?.data
  const { found: draft } = useCircularDraft()
  const isFirstPage = state.page === 1
  const school = useMailSchool()
  const rows = useMemo(
    () => (circulars && draft && isFirstPage ? withDraft(circulars, draft, school) : circulars),
    [circulars, draft, isFirstPage, school],
  )
  const write = draft ? 'Entwurf weiterschreiben' : 'Rundmail schreiben'
  usePageKeys({ n: () => void navigate({ to: paths.newCircular }) })
  return (
    <ListPage
      title="Rundmails"
      actions={
        <IconButton icon={Plus} data-primary to={paths.newCircular}>
          {write}
        </IconButton>
      }
      intro={
        <PageIntro>
          E-Mails an Eltern, an das Kollegium oder an die Warteliste. Sie werden 6 Monate aufbewahrt.
        </PageIntro>
      }
      name="circulars"
      listClass={classes.list}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      rowLink={(row) => (isDraft(row) ? paths.newCircular : paths.circular(row.id))}
      state={state}
      rows={rows}
      total={list.data?.total}
      query={list}
      rowOptions={OTHER_ROWS}
      isPaged={(list.data?.total ?? 0) > OTHER_ROWS[0]}
      toolbar={null}
      empty={
        <EmptyState
          title="Noch keine Rundmail."
          text="Schreiben Sie den Eltern einer oder mehrerer Klassen: Jede Person bekommt eine eigene E-Mail."
          action={
            <Button component={Link} to={paths.newCircular}>
              {write}
            </Button>
          }
        />
      }
    />
  )
}

import { Button } from '@mantine/core'
import { Check } from 'lucide-react'
import { fullName } from '#contract/person-names.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { DataTable } from '#web/lists/DataTable.tsx'
import { usePrinting } from '#web/lists/drawn-rows.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useListFocus } from '#web/ui/use-list-focus.ts'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { SicknoteFilterForm, useFilterNeed } from './SicknoteFilterForm.tsx'
import { SicknoteHeadCard } from './SicknoteHeadCard.tsx'
import { SicknoteRowMenu } from './SicknoteRowMenu.tsx'
import { markSeen, setExcuse } from './sicknote-actions.ts'
import { sicknoteColumns } from './sicknote-columns.tsx'
import { className } from './sicknote-counts.ts'
import { TAB_LABELS } from './sicknote-list.ts'
import { hintsOf, isNew, overdueStatusesOf } from './sicknote-texts.ts'
import classes from './sicknotes.module.css'
import type { SicknotesPageState } from './use-sicknotes-page.ts'

const NONE = 'Heute sind keine Kinder abgemeldet.'

const TITLES = {
  weitere: 'Für die nächsten Tage liegen keine Meldungen vor.',
  fehlt: 'Es fehlt keine Entschuldigung.',
} as const

interface SicknotesEmptyCardProps {
  page: SicknotesPageState
  onNew: () => void
}

/** Why nothing is shown: nobody is absent, or this person sees no children (ux §2). */
export const SicknotesEmptyCard = ({ page, onNew }: SicknotesEmptyCardProps) => {
  const { tab, rights, options, state } = page
  const isNarrow = useNarrow()
  const hasRole = useSignedIn()?.user.role !== null
  if (!rights.seesNotes) {
    return (
      <EmptyState
        title={hasRole ? 'Sie sehen hier keine Krankmeldungen.' : 'Ihrem Konto ist noch keine Rolle zugewiesen.'}
        text="Diese Seite zeigt Krankmeldungen denen, die Kinder der Schule sehen dürfen. Bitte wenden Sie sich an Ihre Schulleitung."
      />
    )
  }
  if (options?.schoolclasses.length === 0 && !rights.isManager) {
    return (
      <EmptyState
        title="Ihnen ist noch keine Klasse zugeordnet."
        text="Sobald Ihre Schulleitung das tut, stehen hier die Krankmeldungen Ihrer Klassen."
      />
    )
  }
  if (tab === 'fehlt')
    return <EmptyState title={TITLES.fehlt} text="Alle beendeten Abwesenheiten sind geklärt oder noch nicht fällig." />
  if (tab === 'weitere')
    return (
      <EmptyState
        title={
          state.filters.von || state.filters.bis ? 'In diesem Zeitraum liegen keine Meldungen vor.' : TITLES.weitere
        }
      />
    )
  return (
    <EmptyState
      title={
        <>
          {NONE} <span aria-hidden>🎉</span>
        </>
      }
      action={
        // A phone has the same at its lower edge.
        rights.isEditor &&
        !isNarrow && (
          <Button variant="default" onClick={onNew}>
            Krankmeldung erfassen
          </Button>
        )
      }
    />
  )
}

interface RowActionsProps {
  note: Sicknote
  page: SicknotesPageState
  onChange: (note: Sicknote) => void
}

// A native button: dozens of the kit's ones take several times as long.
const RowButton = ({ text, note, onPress }: { text: string; note: Sicknote; onPress: () => void }) => (
  <button
    type="button"
    className={`sh-bare sh-inline sh-linked sh-one-line sh-small sh-fixed sh-gap-1 ${classes.seen}`}
    aria-label={`${text}: ${fullName(note.pupil)}`}
    title={text}
    onClick={onPress}
  >
    <Check size={20} aria-hidden />
    <span>{text}</span>
  </button>
)

/** The one thing that is done with most rows of the list, and everything else in the menu. */
const RowActions = ({ note, page: { rights, today, tab }, onChange }: RowActionsProps) => (
  <span className="sh-inline sh-gap-1 sh-fixed">
    {tab === 'fehlt' && <RowButton text="Liegt vor" note={note} onPress={() => void setExcuse([note], 'excused')} />}
    {tab !== 'fehlt' && isNew(note) && <RowButton text="Gesehen" note={note} onPress={() => void markSeen([note])} />}
    <SicknoteRowMenu
      className={classes.menu}
      label={`Aktionen: ${fullName(note.pupil)}`}
      note={note}
      rights={rights}
      today={today}
      onChange={onChange}
    />
  </span>
)

const hasOverdueStatus = (note: Sicknote) => overdueStatusesOf(note).length + hintsOf(note).length > 0

interface SicknotesTableProps {
  page: SicknotesPageState
  onNew: () => void
  onChange: (note: Sicknote) => void
}

/** One of the lists: today's by class, the others by day or class. */
export const SicknotesTable = ({ page, onNew, onChange }: SicknotesTableProps) => {
  const { state, tab, rights, rows, notes, shownQuery, today, isGrouped } = page
  const isPaper = usePrinting()
  const table = useListFocus<HTMLDivElement>(rows)
  const { hasFilters } = useFilterNeed(page)
  const hasHead = useNarrow() === true && tab === 'heute'
  return (
    <div ref={table} className={classes.list}>
      <DataTable
        name={`sicknotes-${tab}`}
        caption={TAB_LABELS[tab]}
        columns={sicknoteColumns({
          search: state.search,
          today,
          seesAll: rights.isEditor,
          isGrouped,
          isPaper,
          isFresh: page.isFresh,
          showsDue: tab === 'fehlt',
          hasStatus: tab !== 'fehlt' || rows?.some(hasOverdueStatus) === true,
        })}
        rowKey={({ id }) => id}
        rowLink={({ pupil }) => paths.pupil(pupil.id)}
        {...(rights.isEditor && {
          rowActions: (note: Sicknote) => <RowActions note={note} page={page} onChange={onChange} />,
          selection: page.selection,
          onRowKey: page.pressOnRow,
        })}
        hasTerseCards
        groupOf={isGrouped ? className : undefined}
        showsGroups={isGrouped}
        state={{ ...state, isFiltered: notes !== undefined && notes.length > 0 && state.isFiltered }}
        rows={rows}
        total={rows?.length}
        isFetching={shownQuery.isFetching}
        hasFailed={shownQuery.isError}
        onRetry={() => void shownQuery.refetch()}
        isPaged={false}
        empty={<SicknotesEmptyCard page={page} onNew={onNew} />}
        toolbar={
          hasFilters || hasHead ? (
            <>
              {hasHead && <SicknoteHeadCard page={page} />}
              <SicknoteFilterForm page={page} />
            </>
          ) : null
        }
      />
    </div>
  )
}

import { ArchiveRestore, type LucideIcon, Phone } from 'lucide-react'
import { fullName } from '#contract/person-names.ts'
import type { PupilRow } from '#contract/pupils/pupils.ts'
import { useToday } from '#web/api/base-data.ts'
import { DataTable } from '#web/lists/DataTable.tsx'
import { paths } from '#web/paths.ts'
import { useKeptFocus } from '#web/ui/use-kept-focus.ts'
import { PupilFilterForm } from './PupilFilterForm.tsx'
import { NoPupilFoundCard, NoPupilsCard } from './PupilsEmptyCard.tsx'
import { classOfRow, pupilColumns } from './pupil-columns.tsx'
import { restorePupils } from './pupil-list-actions.tsx'
import classes from './pupils.module.css'
import type { PupilsPageState } from './use-pupils-page.ts'

export const PUPILS_TITLE = 'Schülerinnen und Schüler'

interface RowButtonProps {
  row: PupilRow
  what: string
  icon: LucideIcon
  /** What a row is for is said in words; a second way to the same is a picture. */
  hasText?: boolean
  onPress: (row: PupilRow) => void
}

// A native button: hundreds of the kit's ones take several times as long.
const RowButton = ({ row, what, icon: Icon, hasText = false, onPress }: RowButtonProps) => (
  <button
    type="button"
    className={classes.rowButton}
    data-words={hasText || undefined}
    aria-label={`${what}: ${fullName(row)}`}
    title={what}
    onClick={() => onPress(row)}
  >
    <Icon size={20} aria-hidden />
    {hasText && what}
  </button>
)

/** The list itself with its filters; in the bin each row has the way back. */
export const PupilsTable = ({ page }: { page: PupilsPageState }) => {
  const { state, list, rows, selection, inBin, seesContacts } = page
  const today = useToday()
  const table = useKeptFocus<HTMLDivElement>(rows)
  const wayBack = (row: PupilRow) => (
    <RowButton
      row={row}
      what="Wiederherstellen"
      icon={ArchiveRestore}
      hasText
      onPress={({ id }) => void restorePupils([id])}
    />
  )
  const contacts = (row: PupilRow) => <RowButton row={row} what="Kontakte" icon={Phone} onPress={page.setQuick} />
  return (
    <div ref={table}>
      <DataTable
        name="pupils"
        caption={PUPILS_TITLE}
        columns={pupilColumns({ search: state.search, today, seesBirthdate: seesContacts, isBin: inBin })}
        rowKey={({ id }) => id}
        {...(inBin ? { rowActions: wayBack } : { rowLink: ({ id }: PupilRow) => paths.pupil(id) })}
        {...(page.hasQuickView && { rowActions: contacts, actionsTitle: 'Kontakt' })}
        onRowKey={page.pressOnRow}
        selection={page.mayChoose ? selection.selection : undefined}
        groupOf={/^-?schoolclass/.test(state.sort) ? classOfRow : undefined}
        state={state}
        rows={rows}
        total={list.data?.total}
        isFetching={list.isFetching}
        hasFailed={list.isError}
        onRetry={() => void list.refetch()}
        empty={<NoPupilsCard />}
        noHits={<NoPupilFoundCard state={state} />}
        toolbar={<PupilFilterForm state={state} seesContacts={seesContacts} />}
      />
    </div>
  )
}

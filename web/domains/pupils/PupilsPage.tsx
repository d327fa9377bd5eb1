import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArchiveRestore, Download, type LucideIcon, Phone, Plus, Printer, Upload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { fullName } from '#contract/person-names.ts'
import { type PupilRow, pupilEndpoints, seesPupilContacts } from '#contract/pupils.ts'
import { useMay, useSignedIn, useToday } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { goTo } from '#web/shell/app-history.ts'
import { useUrlSearch } from '#web/shell/use-url-search.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { PrintHead } from '#web/ui/PrintHead.tsx'
import { tableState } from '#web/ui/table-state.ts'
import { useKeptFocus } from '#web/ui/use-kept-focus.ts'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import { usePrintAll } from '#web/ui/use-print-all.ts'
import { PupilFilterForm } from './PupilFilterForm.tsx'
import { type OpenedDialog, PupilListDialog } from './PupilListDialog.tsx'
import { BULK_PERMISSIONS, PupilsBulkCard } from './PupilsBulkCard.tsx'
import { NoPupilFoundCard, NoPupilsCard } from './PupilsEmptyCard.tsx'
import classes from './PupilsPage.module.css'
import { classOfRow, pupilColumns } from './pupil-columns.tsx'
import { isBin, LIST_DEFAULTS, pupilFilterQuery, pupilListQuery } from './pupil-list-query.ts'
import { usePupilSelection } from './use-pupil-selection.ts'

const TITLE = 'Schülerinnen und Schüler'

const NO_ROWS: PupilRow[] = []

const loadQuickView = () => import('./PupilQuickDialog.tsx')
const PupilQuickDialog = lazy(() => loadQuickView().then(({ PupilQuickDialog: dialog }) => ({ default: dialog })))

interface PageActionsProps {
  onPrint: () => void
  /** Missing: nothing of what is shown can be taken along. */
  onExport: (() => void) | undefined
}

const PageActions = ({ onPrint, onExport }: PageActionsProps) => {
  const may = useMay()
  return (
    <>
      <Button variant="default" leftSection={<Printer size={20} aria-hidden />} onClick={onPrint}>
        Drucken
      </Button>
      {onExport && may('export personal data') && (
        <Button variant="default" leftSection={<Download size={20} aria-hidden />} onClick={onExport}>
          Exportieren
        </Button>
      )}
      {may('manage pupil') && (
        <>
          <Button
            component={Link}
            to={paths.pupilImport}
            variant="default"
            leftSection={<Upload size={20} aria-hidden />}
          >
            Importieren
          </Button>
          <Button component={Link} to={paths.newPupil} data-primary leftSection={<Plus size={20} aria-hidden />}>
            Schüler/in anlegen
          </Button>
        </>
      )}
    </>
  )
}

/** Its code comes with the first press, as that of the dialogs. */
const restore = async (ids: readonly number[]) => (await import('./pupil-list-actions.ts')).restorePupils(ids)

interface RowButtonProps {
  row: PupilRow
  what: string
  icon: LucideIcon
  onPress: (row: PupilRow) => void
}

// A native button: hundreds of the kit's ones take several times as long.
const RowButton = ({ row, what, icon: Icon, onPress }: RowButtonProps) => (
  <button
    type="button"
    className={classes.rowButton}
    aria-label={`${what}: ${fullName(row)}`}
    title={what}
    onPointerEnter={() => void loadQuickView().catch(() => {})}
    onClick={() => onPress(row)}
  >
    <Icon size={20} aria-hidden />
  </button>
)

/** Spec §2, domain §3.6, ux §3.3: all pupils the viewer may see. */
export const PupilsPage = () => {
  const may = useMay()
  const seesContacts = seesPupilContacts(useSignedIn()?.permissions ?? [])
  const state = tableState(useUrlSearch(), LIST_DEFAULTS)
  const list = useQuery(queryFor(pupilEndpoints.list, { query: pupilListQuery(state) }, { keepPrevious: true }))
  const { data: rows, total = 0 } = list.data ?? {}
  const today = useToday()
  const print = usePrintAll(state, list.data)
  const selection = usePupilSelection(state, { data: rows ?? NO_ROWS, total })
  const [quick, setQuick] = useState<PupilRow>()
  const table = useKeptFocus<HTMLDivElement>(rows)
  const inBin = isBin(state)
  const mayChoose = may(BULK_PERMISSIONS)
  const [opened, setOpened] = useState<OpenedDialog>()
  usePageKeys(may('manage pupil') ? { n: () => goTo(paths.newPupil) } : {})

  const pressOnRow = (row: PupilRow, key: string) => {
    if (key === 'x' && mayChoose) selection.toggle(row)
    else if (key === ' ' && seesContacts && !inBin) setQuick(row)
    else return false
    return true
  }
  const restoreChosen = async () => {
    const ids = selection.chosen.map(({ id }) => id)
    if (await restore(ids)) selection.forget(ids)
  }
  const wayBack = (row: PupilRow) => (
    <RowButton row={row} what="Wiederherstellen" icon={ArchiveRestore} onPress={({ id }) => void restore([id])} />
  )
  const contacts = (row: PupilRow) => <RowButton row={row} what="Kontakte" icon={Phone} onPress={setQuick} />
  return (
    <>
      <PageTitle
        count={list.data?.total}
        actions={
          <PageActions
            onPrint={print}
            onExport={inBin || total === 0 ? undefined : () => setOpened({ action: 'export', pupils: [] })}
          />
        }
      >
        {TITLE}
      </PageTitle>
      <PrintHead today={today} />
      <div ref={table}>
        <DataTable
          name="pupils"
          caption={TITLE}
          columns={pupilColumns({ search: state.search, today, seesBirthdate: seesContacts, isBin: inBin })}
          rowKey={({ id }) => id}
          {...(inBin ? { rowActions: wayBack } : { rowLink: ({ id }: PupilRow) => paths.pupil(id) })}
          {...(!inBin && seesContacts && { rowActions: contacts, actionsTitle: 'Kontakt' })}
          onRowKey={pressOnRow}
          selection={mayChoose ? selection.selection : undefined}
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
      <PupilsBulkCard
        chosen={selection.chosen}
        total={total}
        isEveryHit={selection.isEveryHit}
        isBin={inBin}
        onAll={() => void selection.chooseAll()}
        onClear={selection.clear}
        onOpen={(action) => setOpened({ action, pupils: selection.chosen })}
        onRestore={() => void restoreChosen()}
      />
      {opened && (
        <PupilListDialog
          opened={opened}
          filterQuery={pupilFilterQuery(state)}
          total={total}
          onDeleted={selection.forget}
          onGone={() => setOpened(undefined)}
        />
      )}
      {quick && (
        <Suspense fallback={null}>
          <PupilQuickDialog row={quick} onGone={() => setQuick(undefined)} />
        </Suspense>
      )}
    </>
  )
}

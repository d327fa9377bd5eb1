import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArchiveRestore, Download, type LucideIcon, Phone, Plus, Upload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { fullName } from '#contract/person-names.ts'
import { type PupilRow, pupilEndpoints, seesPupilContacts } from '#contract/pupils/pupils.ts'
import { isListOfDay } from '#contract/pupils/ready-lists.ts'
import { useMay, useSignedIn, useToday } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { openPhotoList } from '#web/domains/photolists/PhotoListEntryWidget.tsx'
import { ExcelButtonWidget } from '#web/domains/pupilexports/ExcelButtonWidget.tsx'
import { RestrictedHintWidget } from '#web/domains/restrictions/RestrictedHintWidget.tsx'
import { useAwayNotes } from '#web/domains/sicknotes/AwayMarkWidget.tsx'
import { ListPage } from '#web/lists/ListPage.tsx'
import { useRowsAtFirst } from '#web/lists/rows-at-first.ts'
import { tableState } from '#web/lists/table-state.ts'
import { usePrintAll } from '#web/lists/use-print-all.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { goTo } from '#web/shell/app-history.ts'
import { openFrameDialog, QUICK_VIEW } from '#web/shell/frame-dialogs.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { MenuEntry } from '#web/ui/MenuEntry.tsx'
import { PhoneMenu } from '#web/ui/PhoneMenu.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import { PupilAwayPicker } from './PupilAwayPicker.tsx'
import { PupilConditionsField } from './PupilConditionsField.tsx'
import { NoPupilFoundCard, NoPupilsCard, PupilFilterForm } from './PupilFilterForm.tsx'
import type { OpenedDialog } from './PupilListDialog.tsx'
import { BULK_PERMISSIONS, PupilsBulkCard } from './PupilsBulkCard.tsx'
import { restorePupils } from './pupil-actions.tsx'
import { pupilColumns } from './pupil-columns.tsx'
import { usePrintedSentence } from './pupil-filters.ts'
import {
  allowedFilters,
  crumbsOf,
  isBin,
  LIST_DEFAULTS,
  type PupilListState,
  pupilFilterQuery,
  pupilListQuery,
} from './pupil-list-query.ts'
import classes from './pupils.module.css'
import { useClassByClass } from './use-class-by-class.ts'
import { useNamedColumns } from './use-named-columns.ts'
import { usePupilSelection } from './use-pupil-selection.ts'
import { useShownView } from './use-shown-view.ts'

const TITLE = 'Schülerinnen und Schüler'
const NAME = 'pupils'
const NO_ROWS: PupilRow[] = []

interface PageActionsProps {
  onPrint: () => void
  /** Missing: nothing of what is shown can be taken along. */
  onExport: (() => void) | undefined
  filterQuery: ReturnType<typeof pupilFilterQuery>
  /** Keys of the columns that the address names. */
  columns: readonly string[] | undefined
}

/** A phone has no printer; what else is done now and then does not push the list out of sight. */
const MoreMenu = ({ onExport, mayImport }: Pick<PageActionsProps, 'onExport'> & { mayImport: boolean }) => (
  <PhoneMenu>
    {onExport && (
      <MenuEntry icon={Download} onClick={onExport}>
        Exportieren
      </MenuEntry>
    )}
    {mayImport && (
      <MenuEntry icon={Upload} to={paths.pupilImport}>
        Importieren
      </MenuEntry>
    )}
  </PhoneMenu>
)

const PageActions = ({ onPrint, onExport, filterQuery, columns }: PageActionsProps) => {
  const may = useMay()
  const isNarrow = useNarrow()
  const mayManage = may('manage pupil')
  const exported = may('export personal data') ? onExport : undefined
  usePageKeys(mayManage ? { n: () => goTo(paths.newPupil) } : {})
  return (
    <>
      {!isNarrow && <PrintButton onPrint={onPrint} />}
      {!isNarrow && exported && (
        <Button.Group>
          <IconButton icon={Download} onClick={exported}>
            Exportieren
          </IconButton>
          <ExcelButtonWidget filterQuery={filterQuery} columns={columns} />
        </Button.Group>
      )}
      {!isNarrow && mayManage && (
        <IconButton icon={Upload} to={paths.pupilImport}>
          Importieren
        </IconButton>
      )}
      {isNarrow && (exported || mayManage) && <MoreMenu onExport={exported} mayImport={mayManage} />}
      {mayManage && (
        <IconButton icon={Plus} to={paths.newPupil} data-primary>
          Schüler/in anlegen
        </IconButton>
      )}
    </>
  )
}

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

/** In the bin each row has the way back. */
const IN_BIN = {
  rowActions: (row: PupilRow) => (
    <RowButton
      row={row}
      what="Wiederherstellen"
      icon={ArchiveRestore}
      hasText
      onPress={({ id }) => void restorePupils([id])}
    />
  ),
}

/** Rows lead to the page; with the right to see them the contacts are shown beside the list, also by the space bar. */
const rowsAtSchool = (onQuick: ((row: PupilRow) => void) | undefined) => ({
  rowLink: ({ id }: PupilRow) => paths.pupil(id),
  ...(onQuick && {
    rowActions: (row: PupilRow) => <RowButton row={row} what="Kontakte" icon={Phone} onPress={onQuick} />,
    actionsTitle: 'Kontakt',
    onRowKey: (row: PupilRow, key: string) => {
      if (key === ' ') onQuick(row)
      return key === ' '
    },
  }),
})

const PupilListDialog = lazy(() =>
  import('./PupilListDialog.tsx').then((module) => ({ default: module.PupilListDialog })),
)

const PupilColumnsDialog = lazy(() =>
  import('./PupilColumnsDialog.tsx').then((module) => ({ default: module.PupilColumnsDialog })),
)

const ColumnsDialog = ({ dialog }: Pick<ReturnType<typeof useNamedColumns>, 'dialog'>) =>
  dialog && (
    <Suspense fallback={null}>
      <PupilColumnsDialog {...dialog} />
    </Suspense>
  )

const UnseenFilterHint = () => (
  <Alert color="blue" mb="md">
    Der Link filtert nach vertraulichen Angaben, die Ihre Rolle nicht zeigt. Die Liste ist deshalb ohne diesen Filter.
  </Alert>
)

/** What is not in the list, though it was asked for. */
const ListHints = ({ state, isLess }: { state: PupilListState; isLess: boolean }) => (
  <>
    {isLess && <UnseenFilterHint />}
    <RestrictedHintWidget search={state.search} />
  </>
)

/** Spec §2, domain §3.6, ux §3.3: all pupils the viewer may see. */
export const PupilsPage = () => {
  const may = useMay()
  const today = useToday()
  const permissions = useSignedIn()?.permissions ?? []
  const seesContacts = seesPupilContacts(permissions)
  const url = useUrlSearch()
  const asked = tableState(url, { ...LIST_DEFAULTS, perPage: useRowsAtFirst(NAME) })
  const { filters, isLess } = allowedFilters(asked.filters, {
    ...{ seesContacts, permissions },
    seesClassD: may('view pupil sensitive'),
  })
  const state = { ...asked, filters }
  const columns = useNamedColumns()
  const list = useQuery(
    queryFor(pupilEndpoints.list, { query: pupilListQuery(state, columns.named) }, { keepPrevious: true }),
  )
  const { data: rows, total = 0 } = list.data ?? {}
  const { selection, chosen, isEveryHit, chooseAll, clear, forget } = usePupilSelection(state, {
    data: rows ?? NO_ROWS,
    total,
  })
  const [opened, setOpened] = useState<OpenedDialog>()
  const inBin = isBin(state)
  const filterQuery = pupilFilterQuery(state)
  const print = usePrintAll(state, list.data)
  const [isAsking, setAsking] = useState(false)
  const awayNotes = useAwayNotes(isListOfDay(useShownView().readyList, today))
  const { groupOf, showsGroups, ...headings } = useClassByClass(state.sort, awayNotes !== undefined)
  const restoreChosen = async () => {
    const ids = chosen.map(({ id }) => id)
    if (await restorePupils(ids)) forget(ids)
  }
  return (
    <ListPage
      // A view and a ready list are headed by their own names: „Hort am Dienstag“.
      title={useShownView().name ?? TITLE}
      caption={TITLE}
      crumbs={crumbsOf(url.get)}
      name={NAME}
      actions={
        <PageActions
          onPrint={print}
          filterQuery={filterQuery}
          columns={columns.named}
          onExport={inBin || total === 0 ? undefined : () => setOpened({ action: 'export', pupils: [] })}
        />
      }
      columns={pupilColumns({
        search: state.search,
        today,
        seesBirthdate: seesContacts,
        isBin: inBin,
        further: columns.further,
        ...headings,
        awayNotes,
      })}
      columnChoice={columns.choice}
      scope={usePrintedSentence(state, { seesContacts, list: list.data, awayNotes })}
      rowKey={({ id }) => id}
      {...(inBin ? IN_BIN : rowsAtSchool(seesContacts ? (row) => openFrameDialog(QUICK_VIEW, row, rows) : undefined))}
      hasTerseCards
      selection={may(BULK_PERMISSIONS) ? selection : undefined}
      groupOf={groupOf}
      showsGroups={showsGroups}
      state={state}
      rows={rows}
      total={list.data?.total}
      query={list}
      intro={
        <>
          <ListHints state={state} isLess={isLess} />
          {awayNotes && <PupilAwayPicker state={state} awayNotes={awayNotes} />}
          <PupilConditionsField state={state} isAsking={isAsking} onAsk={setAsking} />
        </>
      }
      empty={<NoPupilsCard />}
      noHits={<NoPupilFoundCard state={state} />}
      toolbar={<PupilFilterForm state={state} seesContacts={seesContacts} onConditions={() => setAsking(true)} />}
    >
      <PupilsBulkCard
        chosen={chosen}
        total={total}
        isEveryHit={isEveryHit}
        isBin={inBin}
        onAll={() => void chooseAll()}
        onClear={clear}
        onOpen={(action) =>
          action === 'photos' ? openPhotoList(chosen.map(({ id }) => id)) : setOpened({ action, pupils: chosen })
        }
        onRestore={() => void restoreChosen()}
      />
      <ColumnsDialog dialog={columns.dialog} />
      <Suspense fallback={null}>
        {opened && (
          <PupilListDialog
            {...opened}
            filterQuery={filterQuery}
            total={total}
            onDeleted={forget}
            onGone={() => setOpened(undefined)}
          />
        )}
      </Suspense>
    </ListPage>
  )
}

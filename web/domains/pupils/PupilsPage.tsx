import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArchiveRestore, type LucideIcon, Phone } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { childrenText } from '#contract/counted.ts'
import { fullName } from '#contract/person-names.ts'
import { type PupilRow, pupilEndpoints, seesPupilContacts } from '#contract/pupils/pupils.ts'
import { isListOfDay } from '#contract/pupils/ready-lists.ts'
import { useMay, useSignedIn, useToday } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { openPhotoList } from '#web/domains/photolists/PhotoListEntryWidget.tsx'
import { RestrictedHintWidget } from '#web/domains/restrictions/RestrictedHintWidget.tsx'
import { useAwayNotes } from '#web/domains/sicknotes/AwayMarkWidget.tsx'
import { ListPage } from '#web/lists/ListPage.tsx'
import { useRowsAtFirst } from '#web/lists/rows-at-first.ts'
import { tableState } from '#web/lists/table-state.ts'
import { usePrintAll } from '#web/lists/use-print-all.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { openFrameDialog, QUICK_VIEW } from '#web/shell/frame-dialogs.ts'
import { PupilAwayPicker } from './PupilAwayPicker.tsx'
import { PupilConditionsField } from './PupilConditionsField.tsx'
import { NoPupilFoundCard, NoPupilsCard, PupilFilterForm } from './PupilFilterForm.tsx'
import type { OpenedDialog } from './PupilListDialog.tsx'
import { PupilListMenu } from './PupilListMenu.tsx'
import { BULK_PERMISSIONS, PupilsBulkCard } from './PupilsBulkCard.tsx'
import { restorePupils } from './pupil-actions.tsx'
import { pupilColumns, showsStatus, withFetched } from './pupil-columns.tsx'
import { useFigureWords, usePrintedSentence } from './pupil-filters.ts'
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

interface FigureHintProps {
  state: PupilListState
  seesContacts: boolean
  isFromFigures: boolean
  total: number | undefined
}

/** Says which number of „Zahlen für das Schulamt“ has opened the list. */
const FigureHint = ({ state, seesContacts, isFromFigures, total }: FigureHintProps) => {
  const words = useFigureWords(state, seesContacts)
  if (!isFromFigures || words === '' || total === undefined) return null
  return <p className="sh-flush sh-below-4 sh-screen-only">{`${words}: ${childrenText(total)}`}</p>
}

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
  const crumbs = crumbsOf(url.get)
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
  const shownView = useShownView()
  const awayNotes = useAwayNotes(isListOfDay(shownView.readyList, today))
  const { groupOf, showsGroups, ...headings } = useClassByClass(state.sort, awayNotes !== undefined)
  const restoreChosen = async () => {
    const ids = chosen.map(({ id }) => id)
    if (await restorePupils(ids)) forget(ids)
  }
  return (
    <ListPage
      // A view and a ready list are headed by their own names: „Hort am Dienstag“.
      title={shownView.name ?? TITLE}
      caption={TITLE}
      crumbs={crumbs}
      name={NAME}
      actions={
        <PupilListMenu
          isReadyList={shownView.readyList !== undefined}
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
        showsStatus: showsStatus(state, rows),
        further: columns.further,
        page: list.data,
        ...headings,
        awayNotes,
      })}
      columnChoice={withFetched(columns.choice, headings)}
      scope={usePrintedSentence(state, { seesContacts, list: list.data, awayNotes })}
      rowKey={({ id }) => id}
      {...(inBin ? IN_BIN : rowsAtSchool(seesContacts ? (row) => openFrameDialog(QUICK_VIEW, row, rows) : undefined))}
      hasTerseCards
      listClass={classes.list}
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
          <FigureHint
            state={state}
            seesContacts={seesContacts}
            isFromFigures={crumbs !== undefined}
            total={list.data?.total}
          />
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

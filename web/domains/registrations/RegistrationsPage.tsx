import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarX, ChartColumn, Copy, Download, EllipsisVertical, FileUp, ListOrdered, Mail, Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { counted } from '#contract/counted.ts'
import type { RegistrationList } from '#contract/registrations/registrations.list.ts'
import type { RegistrationRow } from '#contract/registrations/registrations.rows.ts'
import { STATUS_LABELS, STATUS_ORDER } from '#contract/registrations/registrations.status.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { useMay, useSignedIn, useToday } from '#web/api/base-data.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { OutboxWidget } from '#web/domains/outboxes/OutboxWidget.tsx'
import {
  RegistrationsBulkCard,
  useRegistrationSelection,
} from '#web/domains/registrations/bulk/RegistrationsBulkCard.tsx'
import { RestrictedHintWidget } from '#web/domains/restrictions/RestrictedHintWidget.tsx'
import { CapacityWidget } from '#web/domains/waitlists/CapacityWidget.tsx'
import { ListPage } from '#web/lists/ListPage.tsx'
import { rowsAtFirst } from '#web/lists/rows-at-first.ts'
import { OTHER_ROWS } from '#web/lists/table-state.ts'
import { usePrintAll } from '#web/lists/use-print-all.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths, publicFormAddress } from '#web/paths.ts'
import { copyText } from '#web/shell/copy-text.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { MenuEntry } from '#web/ui/MenuEntry.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { TabPicker } from '#web/ui/TabPicker.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { RegistrationFilterForm } from './RegistrationFilterForm.tsx'
import { DeletedRowMenu, RegistrationRowMenu, registrationColumns } from './registration-columns.tsx'
import {
  EXPORT_FORMATS,
  IS_ON,
  LIST_NAME,
  loadFilteredExport,
  printedText,
  registrationFilters,
  registrationListQuery,
  registrationState,
  useOpenYear,
} from './registration-list-query.ts'
import { switchStatus } from './switch-status.ts'

const NO_ROWS: RegistrationRow[] = []

/** No application yet: how families come to the form (ux §3.8). */
const FormLinkCard = () => {
  const school = useSignedIn()?.school
  if (!school) return null
  const address = window.location.origin + publicFormAddress(school.short)
  const copied = {
    text: address,
    done: 'Der Link ist kopiert.',
    request: 'Bitte kopieren Sie den Link:',
    label: 'Link zum Bewerbungsformular',
  }
  return (
    <EmptyState
      title={REGISTRATION_TEXTS.none}
      text="Familien bewerben sich über das Bewerbungsformular Ihrer Schule."
      action={
        <Group justify="center" gap="sm">
          <Button leftSection={<Copy size={20} aria-hidden />} onClick={() => void copyText(copied)}>
            Link zum Bewerbungsformular kopieren
          </Button>
          <Button component="a" variant="default" href={address} target="_blank" rel="noopener">
            Formular ansehen
          </Button>
        </Group>
      }
    />
  )
}

/** What belongs to the list and has a page of its own. */
const PAGES = [
  { to: paths.waitlist, text: 'Warteliste ordnen', icon: ListOrdered },
  { to: paths.registrationStats, text: 'Statistik', icon: ChartColumn },
  { to: paths.registrationImport, text: 'Importieren', icon: FileUp },
  { to: paths.retentionPreview, text: 'Löschvorschau', icon: CalendarX },
]

/** 1 to 4 on a row set its status (ux §3.8). */
const statusByKey = (row: RegistrationRow, key: string) => {
  const status = STATUS_ORDER[Number(key) - 1]
  if (status) void switchStatus(row, status)
  return status !== undefined
}

/** Whether a part above the rows is known; until then they wait, so that none is pushed away from under the mouse. */
const useSettled = () => {
  const [isSettled, setSettled] = useState(false)
  return [isSettled, useCallback(() => setSettled(true), [])] as const
}

/** What the address asks for, its rows and who is chosen among them. */
const useRegistrationsPage = () => {
  const state = registrationState(useUrlSearch(), rowsAtFirst(LIST_NAME))
  const { facts, openYear, isKnown } = useOpenYear()
  const list = useQuery({
    ...registrationListQuery(state, openYear),
    placeholderData: keepPreviousData,
    enabled: isKnown,
  })
  const { data: rows = NO_ROWS, total = 0 } = list.data ?? {}
  const filters = registrationFilters(state, openYear)
  const selection = useRegistrationSelection({ rows, total, filters })
  const [hasBulk, setHasBulk] = useState(false)
  if ((selection.chosen.length > 0 || selection.informed) && !hasBulk) setHasBulk(true)
  const [arePlacesKnown, onPlaces] = useSettled()
  const [isOutboxKnown, onOutbox] = useSettled()
  const isBin = state.filters.deleted === IS_ON
  // Whoever informs families does not ask for places.
  const showsPlaces = !isBin && state.filters.not_informed !== IS_ON
  const isReady = isKnown && isOutboxKnown && (arePlacesKnown || !showsPlaces)
  return {
    ...{ state, facts, openYear, isKnown, isReady, isBin, showsPlaces, onPlaces, onOutbox },
    ...{ list, total, filters, selection, hasBulk },
  }
}
type PageState = ReturnType<typeof useRegistrationsPage>

/** What is done now and then with the list as it is filtered, and the ways to what belongs to it. */
const ListMenu = ({ filters, total }: PageState) => {
  const may = useMay()
  const { save } = useSavedFile()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={40} aria-label="Weitere Aktionen" title="Weitere Aktionen" data-menu>
          <EllipsisVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {may('export personal data') &&
          EXPORT_FORMATS.map(({ format, text }) => (
            <Menu.Item
              key={format}
              leftSection={<Download size={20} aria-hidden />}
              disabled={total === 0}
              onClick={() => void save(() => loadFilteredExport(filters, format))}
            >
              {text}
            </Menu.Item>
          ))}
        {PAGES.map(({ to, text, icon }) => (
          <MenuEntry key={to} icon={icon} to={to}>
            {text}
          </MenuEntry>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Under the filter „noch nicht informiert“ what it leads to is one press away. */
const mayInformAll = ({ state, isBin, total, list }: PageState) =>
  state.filters.not_informed === IS_ON && !isBin && total > 0 && !list.isPlaceholderData

const PageActions = (page: PageState) => {
  const isNarrow = useNarrow()
  const print = usePrintAll(page.state, page.list.data)
  const informs = mayInformAll(page)
  return (
    <>
      {!isNarrow && <PrintButton onPrint={print} />}
      <ListMenu {...page} />
      {/* A phone has room for one of them. */}
      {!(informs && isNarrow) && (
        <IconButton icon={Plus} to={paths.newRegistration} data-primary={!informs}>
          Neue Bewerbung
        </IconButton>
      )}
      {informs && (
        <IconButton
          icon={Mail}
          aria-haspopup="dialog"
          data-primary
          onClick={() => void page.selection.informAll()}
        >{`${counted(page.total, 'Familie', 'Familien')} informieren …`}</IconButton>
      )}
    </>
  )
}

/** One status or all, each with how many applications have it (domain §3.6). */
const StatusPicker = ({
  counts,
  state,
}: Pick<PageState, 'state'> & { counts: RegistrationList['counts'] | undefined }) => {
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <TabPicker<string | undefined>
      label="Status"
      options={[
        { value: undefined, label: 'Alle', count: all },
        ...STATUS_ORDER.map((value) => ({ value, label: STATUS_LABELS[value], count: counts?.[value] })),
      ]}
      chosen={state.filters.status}
      onChoose={(status) => state.setFilter('status', status)}
    />
  )
}

const pathOf = ({ id }: RegistrationRow) => paths.registration(id) + window.location.search

/** What was deleted has no page of its own until it is back. */
const BIN_ROWS = { rowActions: (row: RegistrationRow) => <DeletedRowMenu row={row} /> }
const ROWS = {
  rowLink: pathOf,
  rowActions: (row: RegistrationRow) => <RegistrationRowMenu row={row} path={pathOf(row)} />,
  onRowKey: statusByKey,
}

/** Spec §2, domain §3.6, ux §3.8: all applications of the school. */
export const RegistrationsPage = () => {
  const page = useRegistrationsPage()
  const { state, list, total, filters, selection, isBin, isReady } = page
  const today = useToday()
  return (
    <ListPage
      title="Bewerbungen"
      name={LIST_NAME}
      actions={<PageActions {...page} />}
      scope={list.data && printedText({ ...page, shown: list.data.data.length })}
      intro={
        <>
          <RestrictedHintWidget search={state.search} />
          <OutboxWidget onSettled={page.onOutbox} />
          <StatusPicker counts={list.data?.counts} state={state} />
          {page.isKnown && page.showsPlaces && (
            <CapacityWidget
              schoolYearId={filters.school_year_id}
              grade={filters.grade}
              isBeside
              onSettled={page.onPlaces}
            />
          )}
        </>
      }
      columns={registrationColumns({
        search: state.search,
        today,
        isBin,
        isWaitlist: filters.status === 'waiting',
        isOneYear: filters.school_year_id !== undefined,
      })}
      rowKey={({ id }) => id}
      {...(isBin ? BIN_ROWS : { ...ROWS, selection: selection.selection })}
      state={state}
      rows={isReady ? list.data?.data : undefined}
      total={list.data?.total}
      query={{ isFetching: list.isFetching || !isReady, isError: list.isError, refetch: list.refetch }}
      rowOptions={OTHER_ROWS}
      empty={<FormLinkCard />}
      toolbar={<RegistrationFilterForm {...page} />}
    >
      {page.hasBulk && <RegistrationsBulkCard selection={selection} total={total} isBin={isBin} />}
    </ListPage>
  )
}

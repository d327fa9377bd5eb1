import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { useMemo, useState } from 'react'
import { LOG_EXPORT_ROWS, userlogEndpoints } from '#contract/userlog/userlog.ts'
import { queryFor, useCall } from '#web/api/queries.ts'
import { usePrinting } from '#web/lists/drawn-rows.ts'
import { ListPage } from '#web/lists/ListPage.tsx'
import { rangeText } from '#web/lists/range-text.ts'
import { usePrintAll } from '#web/lists/use-print-all.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { alertDialog } from '#web/shell/dialogs.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { focusTitle } from '#web/ui/focus-field.ts'
import { MenuEntry } from '#web/ui/MenuEntry.tsx'
import { PageIntro } from '#web/ui/PageIntro.tsx'
import { PhoneMenu } from '#web/ui/PhoneMenu.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { logLines, plainLines } from './log-lines.ts'
import { UserlogFilterForm } from './UserlogFilterForm.tsx'
import classes from './UserlogPage.module.css'
import { type OneObject, userlogColumns } from './userlog-columns.tsx'
import {
  LOG_ROWS,
  type LogState,
  logFilters,
  logFilterTexts,
  logNames,
  MOST_ROWS,
  objectOf,
  signIns,
  userlogState,
} from './userlog-query.ts'

const EXPORT = 'Exportieren (CSV)'

/** Whoever searches for a child here finds nobody. */
const WHO_IS_FOUND =
  'Die Suche findet, wer etwas getan hat. Was mit einem Kind geschehen ist, zeigt „nur dieses Objekt“ in einer seiner Zeilen oder „Verlauf“ auf der Seite des Kindes.'

const figures = (count: number) => count.toLocaleString('de-DE')

interface PageActionsProps {
  state: LogState
  total: number | undefined
  onPrint: () => void
}

/** On a phone both share a menu, so that the entries start within sight. */
const PageActions = ({ state, total = 0, onPrint }: PageActionsProps) => {
  const isNarrow = useNarrow()
  const { run, isRunning } = useCall(userlogEndpoints.export)
  const save = async () => {
    const file = await run({ body: logFilters(state) })
    if (!file) return
    saveFile({ name: file.filename, mediaType: 'text/csv', content: file.content })
    if (total <= LOG_EXPORT_ROWS) return
    await alertDialog({
      message: `Die Datei enthält die neuesten ${figures(LOG_EXPORT_ROWS)} von ${figures(total)} Einträgen: Mehr passen nicht hinein. Bitte grenzen Sie für die älteren den Zeitraum ein.`,
      type: 'attention',
    })
  }
  if (isNarrow) {
    return (
      <PhoneMenu>
        <MenuEntry icon={Printer} onClick={onPrint}>
          Drucken
        </MenuEntry>
        <MenuEntry icon={Download} onClick={() => void save()}>
          {EXPORT}
        </MenuEntry>
      </PhoneMenu>
    )
  }
  return (
    <>
      <PrintButton onPrint={onPrint} />
      <ActionButton
        variant="default"
        isRunning={isRunning}
        leftSection={<Download size={20} aria-hidden />}
        onClick={() => void save()}
      >
        {EXPORT}
      </ActionButton>
    </>
  )
}

/** The groups whose entries are shown one by one. */
const useUnfolded = () => {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const onUnfold = (key: string) =>
    setUnfolded((known) => new Set(known.has(key) ? [...known].filter((one) => one !== key) : [...known, key]))
  return { unfolded, onUnfold }
}

/** Who did what at this school (ux §3.12); read only. */
export const UserlogPage = () => {
  const state = userlogState(useUrlSearch())
  const query = { page: state.page, per_page: state.perPage, sort: state.sort, ...logFilters(state) }
  const list = useQuery(queryFor(userlogEndpoints.list, { query }, { keepPrevious: true }))
  const { data: rows, total = 0 } = list.data ?? {}
  const { unfolded, onUnfold } = useUnfolded()
  const signedIn = signIns(state)
  const isPaper = usePrinting()
  const lines = useMemo(
    () => rows && (isPaper ? plainLines(rows) : logLines(rows, unfolded)),
    [rows, isPaper, unfolded],
  )
  const names = logNames(state, list.data)
  const filters = logFilterTexts(state, names)
  // Of a long log the rows that are shown: for all there is the export.
  const print = usePrintAll(state, rows && { data: rows, total: total > MOST_ROWS ? rows.length : total })
  const onlyObject = ({ entity_type, entity_id }: OneObject) => {
    state.setFilters({ entity_type, entity_id: String(entity_id) })
    // The button goes with the choice.
    focusTitle()
  }
  return (
    <ListPage
      title="Benutzeraktionen"
      crumbs={[{ text: 'Benutzer Verwaltung', to: paths.users }]}
      actions={<PageActions state={state} total={list.data?.total} onPrint={print} />}
      intro={
        <>
          {rows && (
            <p className={`sh-paper-only ${classes.onPaper}`}>
              Einträge {rangeText(state, rows.length, total)}
              {filters.length > 0 && ` · Filter: ${filters.join(', ')}`}
            </p>
          )}
          <PageIntro>
            Einträge werden 12 Monate aufbewahrt.{' '}
            {signedIn.mayChange && (
              <button
                type="button"
                className={`sh-bare sh-linked sh-screen-only ${classes.mode}`}
                onClick={signedIn.change}
              >
                {signedIn.areShown ? 'Anmeldungen ausblenden' : 'Anmeldungen zeigen'}
              </button>
            )}
          </PageIntro>
        </>
      }
      listClass={classes.list}
      name="userlog"
      columns={userlogColumns({
        search: state.search,
        onOnlyObject: objectOf(state) ? undefined : onlyObject,
        unfolded,
        onUnfold,
      })}
      rowKey={({ key }) => key}
      state={state}
      rows={lines}
      total={list.data?.total}
      query={list}
      rowOptions={LOG_ROWS}
      // With a sign-in to be shown the list would be filtered.
      empty={
        <EmptyState
          title="Noch keine Einträge außer Anmeldungen."
          action={
            <Button variant="default" onClick={signedIn.change}>
              Anmeldungen zeigen
            </Button>
          }
        />
      }
      noHits={
        <EmptyState
          title={`Keine Treffer für ${filters.length > 0 ? filters.join(', ') : 'diese Filter'}.`}
          text={state.search ? WHO_IS_FOUND : undefined}
          action={
            <Button variant="default" onClick={state.resetFilters}>
              Filter zurücksetzen
            </Button>
          }
        />
      }
      toolbar={<UserlogFilterForm state={state} names={names} kinds={list.data} />}
    />
  )
}

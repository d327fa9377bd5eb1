import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useState } from 'react'
import {
  type CheckedFamily,
  dataCheckDecideEndpoints,
  type ProposedChange,
} from '#contract/datachecks/datachecks.decide.ts'
import { formatDateTime, formatDayOf } from '#contract/dates.ts'
import { joinedWords } from '#contract/joined-words.ts'
import { call } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { paths } from '#web/paths.ts'
import { promptDialog } from '#web/shell/dialogs.tsx'
import { idInAddress } from '#web/shell/id-in-address.ts'
import { notify } from '#web/shell/notify.tsx'
import { PageHead } from '#web/shell/PageHead.tsx'
import type { PageProps } from '#web/shell/page-route.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { linkTarget } from '#web/ui/link-target.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { changeTitle, isChangedMeanwhile, leavesUnreachable, newText, valuesText } from './check-texts.ts'
import { act, actAndNotify, familyQuery } from './data-check-queries.ts'

/** Awaited by the router. */
export const loadCheckedFamily = async (page: PageProps) => queryClient.ensureQueryData(familyQuery(idInAddress(page)))

const undo = (reader_id: number, ids: readonly number[]) =>
  actAndNotify(`undo ${reader_id}`, () =>
    call(dataCheckDecideEndpoints.undo, {
      ...{ params: { id: reader_id }, body: { ids: [...ids] }, idempotencyKey: randomKey() },
    }),
  )

/** The message of a decision, with the way back; without one, what is stored by now was not what the page has shown. */
const tellOrRenew = async (message: string | undefined, { reader_id }: CheckedFamily, ids: readonly number[]) => {
  if (!message) return queryClient.invalidateQueries(familyQuery(reader_id))
  notify(message, {
    about: `data check ${reader_id}`,
    undo: () => undo(reader_id, ids),
  })
}

const accept = async (family: CheckedFamily, ids: readonly number[]) => {
  const { reader_id, seen } = family
  const message = await act(`decide ${reader_id}`, () =>
    call(dataCheckDecideEndpoints.accept, {
      ...{ params: { id: reader_id }, body: { ids: [...ids], seen }, idempotencyKey: randomKey() },
    }),
  )
  await tellOrRenew(message, family, ids)
}

const decline = async (family: CheckedFamily, ids: readonly number[]) => {
  const { reader_id } = family
  const reason = await promptDialog({
    title: ids.length === 1 ? 'Änderung ablehnen' : `${ids.length} Änderungen ablehnen`,
    label: 'Grund (optional)',
    message: 'Der Grund bleibt in der Schule. Die Familie liest ihn nicht.',
    accept: 'Ablehnen',
  })
  if (reason === undefined) return
  const message = await act(`decide ${reader_id}`, () =>
    call(dataCheckDecideEndpoints.decline, {
      ...{ params: { id: reader_id }, body: { ids: [...ids], reason: reason || null }, idempotencyKey: randomKey() },
    }),
  )
  await tellOrRenew(message, family, ids)
}

/** What is stored, and what it was when the family looked, if that is something else by now. */
const OldCell = (change: ProposedChange) => {
  if (change.subject === 'new_contact' || change.subject === 'remark') return '–'
  if (change.state !== 'open') return valuesText(change, change.replaced ?? change.before)
  if (!isChangedMeanwhile(change)) return valuesText(change, change.before)
  return (
    <>
      {valuesText(change, change.current)}
      <br />
      <span className="sh-warn sh-small">
        Inzwischen geändert. Als die Familie schrieb: {valuesText(change, change.before)}
      </span>
    </>
  )
}

/** A remark says where it goes or has gone. */
const NewCell = ({ change, family }: { change: ProposedChange; family: CheckedFamily }) => {
  const names = joinedWords(family.children.map(({ name }) => name))
  if (change.subject !== 'remark' || change.state === 'declined') return newText(change)
  return (
    <>
      {newText(change)}
      <br />
      <span className="sh-quiet sh-small">
        {change.state === 'open' ? `Wird eine Notiz bei ${names}.` : `Steht als Notiz bei ${names}.`}
      </span>
    </>
  )
}

const TITLE: PlainColumn<ProposedChange> = { title: 'Angabe', isName: true, cell: changeTitle }
const OLD: PlainColumn<ProposedChange> = { title: 'Bisher', cell: OldCell }
const newColumn = (family: CheckedFamily): PlainColumn<ProposedChange> => ({
  title: 'Neu',
  cell: (change) => <NewCell {...{ change, family }} />,
})

const decidedColumns = (family: CheckedFamily): readonly PlainColumn<ProposedChange>[] => [
  TITLE,
  OLD,
  newColumn(family),
  {
    title: 'Entscheidung',
    cell: ({ state, decided_at, decided_by, decline_reason }) => (
      <>
        <StatusChip {...(state === 'accepted' ? LOOKS.accepted : LOOKS.declined)}>
          {state === 'accepted' ? 'übernommen' : 'abgelehnt'}
        </StatusChip>
        <br />
        <span className="sh-quiet sh-small">
          {decided_at && formatDayOf(decided_at)}, {decided_by ?? 'Gelöschter Benutzer'}
          {decline_reason && `: ${decline_reason}`}
        </span>
      </>
    ),
  },
  {
    title: 'Zurücknehmen',
    isTitleHidden: true,
    label: null,
    className: 'sh-screen-only',
    cell: (change) =>
      change.is_undoable && (
        <button
          type="button"
          className="sh-bare sh-linked"
          aria-label={`Zurücknehmen: ${changeTitle(change)}`}
          onClick={() => void undo(family.reader_id, [change.id])}
        >
          Zurücknehmen
        </button>
      ),
  },
]
const LOOKS = {
  accepted: { tone: 'positive', icon: 'check' },
  declined: { tone: 'neutral', icon: 'cross' },
} as const

const OpenChangesCard = ({ family }: { family: CheckedFamily }) => {
  const open = family.changes.filter(({ state }) => state === 'open')
  // What the office has changed meanwhile is newer, so nobody overwrites it in passing.
  const [left, setLeft] = useState<ReadonlySet<number>>(
    () => new Set(open.filter(isChangedMeanwhile).map(({ id }) => id)),
  )
  const chosen = open.map(({ id }) => id).filter((id) => !left.has(id))
  const toggle = (id: number) =>
    setLeft((known) => new Set(known.has(id) ? [...known].filter((one) => one !== id) : [...known, id]))
  const check: PlainColumn<ProposedChange> = {
    title: 'Auswählen',
    isTitleHidden: true,
    label: null,
    className: 'sh-screen-only',
    cell: (change) => (
      <Checkbox
        aria-label={`Auswählen: ${changeTitle(change)}`}
        checked={!left.has(change.id)}
        onChange={() => toggle(change.id)}
      />
    ),
  }
  if (open.length === 0) return null
  const isAll = chosen.length === open.length
  return (
    <TitledCard id="open" title={`Vorgeschlagene Änderungen: ${open.length}`} gap="xs">
      <PlainTable
        caption="Vorgeschlagene Änderungen"
        columns={[check, TITLE, OLD, newColumn(family)]}
        rows={open}
        rowKey={({ id }) => id}
        isStacked
      />
      {leavesUnreachable(
        family.reachable,
        open.filter(({ id }) => chosen.includes(id)),
      ) && <p className="sh-warn">{`Danach ist ${family.name} nicht mehr erreichbar.`}</p>}
      <div className="sh-above-4 sh-screen-only">
        <ButtonRow>
          <IconButton icon={X} disabled={chosen.length === 0} onClick={() => void decline(family, chosen)}>
            {isAll ? 'Alle ablehnen' : 'Ausgewählte ablehnen'}
          </IconButton>
          <ActionButton disabled={chosen.length === 0} isRunning={false} onClick={() => void accept(family, chosen)}>
            {isAll ? 'Alle übernehmen' : 'Ausgewählte übernehmen'}
          </ActionButton>
        </ButtonRow>
      </div>
    </TitledCard>
  )
}

/** What one person has sent beside what is stored, to be taken over one by one or all together. */
export const CheckedFamilyPage = ({ params: { id = '' } }: PageProps) => {
  const family = useQuery(familyQuery(Number(id))).data
  if (!family) return null
  const decided = family.changes.filter(({ state }) => state !== 'open')
  return (
    <>
      <PageHead
        crumbs={[
          { text: 'Datenabgleich', to: paths.dataChecks },
          { text: 'Stand', to: paths.dataCheck(family.data_check_id) },
        ]}
      >
        {family.name}
      </PageHead>
      <p className="sh-flush sh-below-4">
        {family.children.map((child, index) => (
          <span key={child.id}>
            {index > 0 && ', '}
            <Link {...linkTarget(paths.pupil(child.id))} hash="contacts">
              {child.name}
            </Link>
            {child.schoolclass && ` (${child.schoolclass})`}
          </span>
        ))}
        {family.answered_at && ` · geantwortet am ${formatDateTime(family.answered_at)}`}
      </p>
      <div className="sh-stack sh-gap-4">
        <OpenChangesCard key={family.changes.map(({ state }) => state).join()} family={family} />
        {decided.length > 0 && (
          <TitledCard id="decided" title={`Entschieden: ${decided.length}`} gap="xs">
            <PlainTable
              caption="Entschiedene Änderungen"
              columns={decidedColumns(family)}
              rows={decided}
              rowKey={({ id: change }) => change}
              isStacked
            />
          </TitledCard>
        )}
        {family.next_reader_id !== null && decided.length === family.changes.length && (
          <p className="sh-flush sh-screen-only">
            <Link {...linkTarget(paths.dataCheckFamily(family.next_reader_id))}>Nächste Familie</Link>
          </p>
        )}
        {family.changes.length === 0 && <p className="sh-flush">Es sind keine Änderungen vorgeschlagen.</p>}
      </div>
    </>
  )
}

import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readerText } from '#contract/circulars/circulars.people.ts'
import { type CheckedFamily, dataCheckDecideEndpoints } from '#contract/datachecks/datachecks.decide.ts'
import {
  type CheckReader,
  type DataCheckDetails,
  READER_STATE_LABELS,
  READER_STATES,
  type ReaderState,
} from '#contract/datachecks/datachecks.ts'
import { formatDayOf } from '#contract/dates.ts'
import { MAIL_TROUBLE_LABELS } from '#contract/mail-trouble.ts'
import { searchFold } from '#contract/search-fold.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { queryClient } from '#web/api/query-client.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { SearchField } from '#web/lists/SearchField.tsx'
import { paths } from '#web/paths.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { FactList } from '#web/ui/FactList.tsx'
import { linkTarget } from '#web/ui/link-target.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { TabPicker } from '#web/ui/TabPicker.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { READER_LOOKS } from './check-texts.ts'
import { act, actAndNotify, familyQuery } from './data-check-queries.ts'

/** Shorter lists need no search. */
const SEARCH_FROM = 20

/** Why the mail did not arrive, or that there is none. */
const wayText = ({ is_mailed, trouble, state, is_over }: CheckReader) => {
  if (state !== 'open' || is_over) return ''
  if (!is_mailed) return 'ohne E-Mail-Adresse: Brief'
  return trouble ? MAIL_TROUBLE_LABELS[trouble] : ''
}

/** A person who has sent something leads to it, everybody else to the child. */
const ReaderName = (one: CheckReader) => {
  if (one.state === 'changed' || one.state === 'decided')
    return <Link {...linkTarget(paths.dataCheckFamily(one.reader_id))}>{readerText(one)}</Link>
  return one.pupil_id === null ? (
    readerText(one)
  ) : (
    <Link {...linkTarget(paths.pupil(one.pupil_id))} hash="contacts">
      {readerText(one)}
    </Link>
  )
}

const takeBack = ({ reader_id }: CheckReader) =>
  actAndNotify(`confirm ${reader_id}`, () => call(dataCheckDecideEndpoints.unconfirm, { params: { id: reader_id } }))

/** What is stored, to be read out: no more than the person sees behind the link. */
const StoredData = ({ reader, parts }: { reader: CheckReader; parts: CheckedFamily['stored'] }) => (
  <div className="sh-stack sh-gap-3">
    {parts.map(({ heading, rows }) => (
      <section key={heading} aria-label={heading}>
        <h3 className="sh-flush">{heading}</h3>
        <FactList facts={rows.map(({ label, stored }) => ({ label, value: stored ?? 'nicht eingetragen' }))} />
      </section>
    ))}
    {reader.pupil_id !== null && (
      <Link {...linkTarget(paths.pupil(reader.pupil_id))} hash="contacts" target="_blank">
        Etwas stimmt nicht: Kontakte öffnen
      </Link>
    )}
    <p className="sh-flush">Eintragen, dass alle Angaben stimmen? Danach wird nicht mehr erinnert.</p>
  </div>
)

const confirmByPhone = async (reader: CheckReader) => {
  const family = await queryClient.fetchQuery(familyQuery(reader.reader_id)).catch(explainFailure)
  if (!family) return
  const isSure = await confirmDialog({
    title: `Am Telefon bestätigt: ${readerText(reader)}`,
    message: <StoredData reader={reader} parts={family.stored} />,
    accept: 'Eintragen',
  })
  if (!isSure) return
  const params = { id: reader.reader_id }
  const about = `confirm ${reader.reader_id}`
  const message = await act(about, () => call(dataCheckDecideEndpoints.confirm, { params }))
  if (message) notify(message, { about, undo: () => takeBack(reader) })
}

/** Whether a mail does not reach this person. */
export const needsLetter = ({ is_mailed, trouble }: CheckReader) => !is_mailed || trouble !== null

/** What somebody has said on the telephone is entered here, and taken back if that was a mistake. */
const PhoneButton = ({ reader }: { reader: CheckReader }) => {
  const isEntered = reader.is_by_phone && reader.state === 'confirmed'
  if (!isEntered && (reader.state !== 'open' || reader.is_over)) return null
  const text = isEntered ? 'Zurücknehmen' : 'Am Telefon bestätigt'
  return (
    <button
      type="button"
      className="sh-bare sh-linked sh-one-line"
      aria-label={`${text}: ${readerText(reader)}`}
      onClick={() => void (isEntered ? takeBack(reader) : confirmByPhone(reader))}
    >
      {text}
    </button>
  )
}

const stateText = ({ state, is_over, is_by_phone }: CheckReader) => {
  if (state === 'open' && is_over) return 'nicht mehr an der Schule'
  return state === 'confirmed' && is_by_phone ? 'alles stimmt (am Telefon)' : READER_STATE_LABELS[state]
}

const columnsFor = (
  isRunning: boolean,
  onLetter: (reader: CheckReader) => void,
): readonly PlainColumn<CheckReader>[] => [
  { title: 'Name', isName: true, cell: ReaderName },
  {
    title: 'Stand',
    cell: (one) => <StatusChip {...READER_LOOKS[one.state]}>{stateText(one)}</StatusChip>,
  },
  { title: 'Geantwortet', cell: ({ answered_at }) => (answered_at ? formatDayOf(answered_at) : '') },
  {
    title: 'Zustellung',
    label: null,
    cell: (one) => (
      <>
        {wayText(one)}
        {isRunning && one.state === 'open' && !one.is_over && needsLetter(one) && (
          <>
            {' '}
            <button
              type="button"
              className="sh-bare sh-linked sh-screen-only"
              aria-label={`Brief drucken: ${readerText(one)}`}
              onClick={() => onLetter(one)}
            >
              Brief drucken
            </button>
          </>
        )}
      </>
    ),
  },
  {
    title: 'Am Telefon',
    isTitleHidden: true,
    label: null,
    className: 'sh-screen-only',
    cell: (one) => isRunning && <PhoneButton reader={one} />,
  },
]

interface CheckReadersCardProps {
  check: DataCheckDetails
  onLetter: (reader: CheckReader) => void
}

/** All who are asked, or those with one state; a state that nobody has is no choice. */
export const CheckReadersCard = ({ check: { readers, is_running }, onLetter }: CheckReadersCardProps) => {
  const [chosen, setChosen] = useState<ReaderState>()
  const [search, setSearch] = useState('')
  const isFound = (one: CheckReader) => searchFold(readerText(one)).includes(searchFold(search))
  const readersIn = (state: ReaderState | undefined) =>
    state === undefined ? readers : readers.filter((one) => one.state === state)
  // The last one of a state may just have been worked off.
  const shown = readersIn(chosen).length > 0 ? chosen : undefined
  const found = readersIn(shown).filter(isFound)
  const states = READER_STATES.filter((state) => readersIn(state).length > 0)
  return (
    <TitledCard id="readers" title={`Gefragt: ${readers.length}`} gap="xs">
      {states.length > 1 && (
        <div className="sh-below-3 sh-screen-only">
          <TabPicker<ReaderState | undefined>
            label="Stand"
            options={[
              { value: undefined, label: 'Alle', count: readers.length },
              ...states.map((value) => ({
                value,
                label: READER_STATE_LABELS[value],
                count: readersIn(value).length,
              })),
            ]}
            chosen={shown}
            onChoose={setChosen}
          />
        </div>
      )}
      {readers.length >= SEARCH_FROM && (
        <div className="sh-below-3 sh-screen-only">
          <SearchField label="Name suchen" value={search} onSearch={setSearch} />
        </div>
      )}
      {found.length === 0 && search.trim() !== '' && (
        <p className="sh-flush sh-below-3">In dieser Auswahl heißt niemand so.</p>
      )}
      <PlainTable
        caption="Wer gefragt ist"
        columns={columnsFor(is_running, onLetter)}
        rows={found}
        rowKey={({ reader_id }) => reader_id}
        isStacked
      />
    </TitledCard>
  )
}

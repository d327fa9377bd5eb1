import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readerText } from '#contract/circulars/circulars.people.ts'
import { dataCheckDecideEndpoints } from '#contract/datachecks/datachecks.decide.ts'
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
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { SearchField } from '#web/lists/SearchField.tsx'
import { paths } from '#web/paths.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { linkTarget } from '#web/ui/link-target.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { TabPicker } from '#web/ui/TabPicker.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { READER_LOOKS } from './check-texts.ts'
import { actAndNotify } from './data-check-queries.ts'
import { useCheckLetters } from './use-check-letters.ts'

/** Shorter lists need no search. */
const SEARCH_FROM = 20

/** Why the mail did not arrive, or that there is none. */
const wayText = ({ is_mailed, trouble, state }: CheckReader) => {
  if (state !== 'open') return ''
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

const confirmByPhone = async (reader: CheckReader) => {
  const isSure = await confirmDialog({
    title: 'Am Telefon bestätigt',
    message: `${readerText(reader)}: Eintragen, dass alle Angaben stimmen? Danach wird nicht mehr erinnert.`,
    accept: 'Eintragen',
  })
  if (!isSure) return
  const params = { id: reader.reader_id }
  await actAndNotify(`confirm ${reader.reader_id}`, () => call(dataCheckDecideEndpoints.confirm, { params }))
}

const columnsFor = (
  isRunning: boolean,
  onLetter: (reader: CheckReader) => void,
): readonly PlainColumn<CheckReader>[] => [
  { title: 'Name', isName: true, cell: ReaderName },
  {
    title: 'Stand',
    cell: ({ state }) => <StatusChip {...READER_LOOKS[state]}>{READER_STATE_LABELS[state]}</StatusChip>,
  },
  { title: 'Geantwortet', cell: ({ answered_at }) => (answered_at ? formatDayOf(answered_at) : '') },
  {
    title: 'Zustellung',
    label: null,
    cell: (one) => (
      <>
        {wayText(one)}
        {isRunning && one.state === 'open' && (!one.is_mailed || one.trouble !== null) && (
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
    cell: (one) =>
      isRunning &&
      one.state === 'open' && (
        <button
          type="button"
          className="sh-bare sh-linked"
          aria-label={`Am Telefon bestätigt: ${readerText(one)}`}
          onClick={() => void confirmByPhone(one)}
        >
          Am Telefon bestätigt
        </button>
      ),
  },
]

/** All who are asked, or those with one state; a state that nobody has is no choice. */
export const CheckReadersCard = ({ check: { id, readers, is_running } }: { check: DataCheckDetails }) => {
  const { print } = useCheckLetters(id)
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
        columns={columnsFor(is_running, ({ reader_id }) => void print([reader_id]))}
        rows={found}
        rowKey={({ reader_id }) => reader_id}
        isStacked
      />
    </TitledCard>
  )
}

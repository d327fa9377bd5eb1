import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellRing, Printer, Square } from 'lucide-react'
import { useState } from 'react'
import { readerText } from '#contract/circulars/circulars.people.ts'
import { counted } from '#contract/counted.ts'
import {
  type CheckReader,
  type DataCheckDetails,
  dataCheckEndpoints,
  NOT_ASKED_REASONS,
  READER_STATE_LABELS,
  READER_STATES,
  type ReaderState,
} from '#contract/datachecks/datachecks.ts'
import { formatDate, formatDayOf } from '#contract/dates.ts'
import { MAIL_TROUBLE_LABELS } from '#contract/mail-trouble.ts'
import { call, callForFile } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { LeftOutPeopleWidget } from '#web/domains/circulars/LeftOutPeopleWidget.tsx'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { paths } from '#web/paths.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { idInAddress } from '#web/shell/id-in-address.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import type { PageProps } from '#web/shell/page-route.ts'
import { FactList } from '#web/ui/FactList.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { linkTarget } from '#web/ui/link-target.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { TabPicker } from '#web/ui/TabPicker.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { progressText, READER_LOOKS } from './check-texts.ts'
import { actAndNotify, checkQuery } from './data-check-queries.ts'

const POLL_SECONDS = 3

/** Awaited by the router. */
export const loadDataCheck = async (page: PageProps) => queryClient.ensureQueryData(checkQuery(idInAddress(page)))

const remind = async ({ id, readers }: DataCheckDetails) => {
  const count = readers.filter(({ answered_at, is_mailed }) => answered_at === null && is_mailed).length
  const isSure = await confirmDialog({
    title: 'Erinnern?',
    message: `${counted(count, 'Person hat', 'Personen haben')} noch nicht geantwortet und ${count === 1 ? 'bekommt' : 'bekommen'} eine E-Mail.`,
    accept: 'Erinnern',
  })
  if (isSure) await actAndNotify(`remind ${id}`, () => call(dataCheckEndpoints.remind, { params: { id } }))
}

const end = async ({ id }: DataCheckDetails) => {
  const isSure = await confirmDialog({
    title: 'Datenabgleich beenden?',
    message: 'Die Links gelten dann nicht mehr. Was Familien geschickt haben, können Sie weiter übernehmen.',
    accept: 'Beenden',
  })
  if (isSure) await actAndNotify(`end ${id}`, () => call(dataCheckEndpoints.end, { params: { id } }))
}

const useLetters = (id: number) => {
  const { save, isRunning } = useSavedFile()
  const print = (reader_ids: number[]) =>
    save(() => callForFile(dataCheckEndpoints.letters, { params: { id }, body: { reader_ids } }))
  return { print, isRunning }
}

const CheckButtons = ({ check }: { check: DataCheckDetails }) => {
  const { print, isRunning } = useLetters(check.id)
  const letters = check.readers.filter(({ is_mailed, answered_at }) => !is_mailed && answered_at === null).length
  return (
    <div className="sh-wrap sh-gap-2 sh-above-4 sh-screen-only">
      {check.may_remind && (
        <IconButton icon={BellRing} onClick={() => void remind(check)}>
          Erinnern
        </IconButton>
      )}
      {letters > 0 && (
        <IconButton icon={Printer} disabled={isRunning} onClick={() => void print([])}>
          {counted(letters, 'Brief drucken', 'Briefe drucken')}
        </IconButton>
      )}
      <IconButton icon={Square} onClick={() => void end(check)}>
        Beenden
      </IconButton>
    </div>
  )
}

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
]

/** All who are asked, or those with one state; a state that nobody has is no choice. */
const ReadersCard = ({ check: { id, readers, is_running } }: { check: DataCheckDetails }) => {
  const { print } = useLetters(id)
  const [chosen, setChosen] = useState<ReaderState>()
  const readersIn = (state: ReaderState | undefined) =>
    state === undefined ? readers : readers.filter((one) => one.state === state)
  // The last one of a state may just have been worked off.
  const shown = readersIn(chosen).length > 0 ? chosen : undefined
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
      <PlainTable
        caption="Wer gefragt ist"
        columns={columnsFor(is_running, ({ reader_id }) => void print([reader_id]))}
        rows={readersIn(shown)}
        rowKey={({ reader_id }) => reader_id}
        isStacked
      />
    </TitledCard>
  )
}

const countsText = ({ open, confirmed, changed, decided }: DataCheckDetails['counts']) =>
  [
    `${confirmed} bestätigt`,
    `${changed} mit offenen Änderungen`,
    decided > 0 && `${decided} bearbeitet`,
    `${open} ohne Antwort`,
  ]
    .filter(Boolean)
    .join(', ')

/** A round with who has answered; while mails wait the page follows. */
export const DataCheckRoundPage = ({ params: { id = '' } }: PageProps) => {
  const check = useQuery({
    ...checkQuery(Number(id)),
    refetchInterval: ({ state: { data } }) => ((data?.waiting ?? 0) > 0 ? POLL_SECONDS * 1000 : false),
  }).data
  if (!check) return null
  return (
    <>
      <PageHead
        crumbs={[{ text: 'Datenabgleich', to: paths.dataChecks }]}
      >{`Datenabgleich: ${check.audience}`}</PageHead>
      <div className="sh-stack sh-gap-4">
        <TitledCard id="state" title="Stand" gap="xs">
          <p role="status">
            <StatusChip {...READER_LOOKS[check.counts.changed > 0 ? 'changed' : 'confirmed']}>
              {progressText(check.counts)}
            </StatusChip>
          </p>
          <FactList
            facts={[
              { label: 'Antworten', value: countsText(check.counts) },
              {
                label: 'Links',
                value: check.is_running ? `gelten bis ${formatDate(check.ends_on)}` : 'gelten nicht mehr',
              },
              {
                label: 'E-Mails',
                value: check.waiting > 0 ? `${check.waiting} werden noch gesendet` : 'alle versandt',
              },
              ...(check.reminded_at ? [{ label: 'Erinnert', value: formatDayOf(check.reminded_at) }] : []),
            ]}
          />
          {check.is_running && <CheckButtons check={check} />}
        </TitledCard>
        <ReadersCard check={check} />
        {check.left_out.length > 0 && (
          <TitledCard id="not-asked" title={`Nicht gefragt: ${check.left_out.length}`} gap="xs">
            <LeftOutPeopleWidget people={check.left_out} labels={NOT_ASKED_REASONS} />
          </TitledCard>
        )}
      </div>
    </>
  )
}

import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BellRing, CircleStop, Printer } from 'lucide-react'
import { counted } from '#contract/counted.ts'
import { type DataCheckDetails, dataCheckEndpoints, NOT_ASKED_REASONS } from '#contract/datachecks/datachecks.ts'
import { formatDate, formatDayOf } from '#contract/dates.ts'
import { call } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { LeftOutPeopleWidget } from '#web/domains/circulars/LeftOutPeopleWidget.tsx'
import { paths } from '#web/paths.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { idInAddress } from '#web/shell/id-in-address.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import type { PageProps } from '#web/shell/page-route.ts'
import { FactList } from '#web/ui/FactList.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { CheckReadersCard, needsLetter } from './CheckReadersCard.tsx'
import { progressLook, progressText } from './check-texts.ts'
import { actAndNotify, checkQuery } from './data-check-queries.ts'
import { type CheckLetters, useCheckLetters } from './use-check-letters.ts'

const POLL_SECONDS = 3

/** Awaited by the router. */
export const loadDataCheck = async (page: PageProps) => queryClient.ensureQueryData(checkQuery(idInAddress(page)))

/** Who can still answer and has not. */
const listOpen = ({ readers }: DataCheckDetails) =>
  readers.filter(({ answered_at, is_over }) => answered_at === null && !is_over)

const countRemindable = (check: DataCheckDetails) => listOpen(check).filter(({ is_mailed }) => is_mailed).length

const remind = async (check: DataCheckDetails) => {
  const { id } = check
  const count = countRemindable(check)
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

interface CheckButtonsProps {
  check: DataCheckDetails
  letters: CheckLetters
}

const CheckButtons = ({ check, letters: { print, isRunning, withData, setWithData } }: CheckButtonsProps) => {
  const remindable = countRemindable(check)
  const letters = listOpen(check).filter(({ is_mailed }) => !is_mailed).length
  const hasLetters = listOpen(check).some(needsLetter)
  return (
    <div className="sh-wrap sh-gap-2 sh-above-4 sh-screen-only">
      {check.may_remind && remindable > 0 && (
        <IconButton icon={BellRing} onClick={() => void remind(check)}>
          Erinnern
        </IconButton>
      )}
      {letters > 0 && (
        <IconButton icon={Printer} disabled={isRunning} onClick={() => void print([])}>
          {counted(letters, 'Brief drucken', 'Briefe drucken')}
        </IconButton>
      )}
      <IconButton icon={CircleStop} onClick={() => void end(check)}>
        Beenden
      </IconButton>
      {hasLetters && (
        <Checkbox
          label="Briefe mit einer zweiten Seite zum Ausfüllen"
          checked={withData}
          onChange={(event) => setWithData(event.currentTarget.checked)}
        />
      )}
      {!check.may_remind && remindable > 0 && check.remind_from <= check.ends_on && (
        <span className="sh-quiet sh-small">
          {`Eine Erinnerung ist ab ${formatDate(check.remind_from)} möglich (${counted(remindable, 'Person', 'Personen')}).`}
        </span>
      )}
    </div>
  )
}

const countsText = ({ open, confirmed, changed, decided }: DataCheckDetails['counts']) =>
  [
    confirmed > 0 && `${confirmed} bestätigt`,
    changed > 0 && `${changed} mit offenen Änderungen`,
    decided > 0 && `${decided} bearbeitet`,
    open > 0 && `${open} ohne Antwort`,
  ]
    .filter(Boolean)
    .join(', ')

/** A round with who has answered; while mails wait the page follows. */
export const DataCheckRoundPage = ({ params: { id = '' } }: PageProps) => {
  const check = useQuery({
    ...checkQuery(Number(id)),
    refetchInterval: ({ state: { data } }) => ((data?.waiting ?? 0) > 0 ? POLL_SECONDS * 1000 : false),
  }).data
  const letters = useCheckLetters(Number(id))
  if (!check) return null
  return (
    <>
      <PageHead
        crumbs={[{ text: 'Datenabgleich', to: paths.dataChecks }]}
      >{`Datenabgleich: ${check.audience}`}</PageHead>
      <div className="sh-stack sh-gap-4">
        <TitledCard id="state" title="Stand" gap="xs">
          <p role="status">
            <StatusChip {...progressLook(check.counts)}>{progressText(check.counts)}</StatusChip>
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
          {check.is_running && <CheckButtons check={check} letters={letters} />}
        </TitledCard>
        <CheckReadersCard check={check} onLetter={({ reader_id }) => void letters.print([reader_id])} />
        {check.left_out.length > 0 && (
          <TitledCard id="not-asked" title={`Nicht gefragt: ${check.left_out.length}`} gap="xs">
            <LeftOutPeopleWidget people={check.left_out} labels={NOT_ASKED_REASONS} />
          </TitledCard>
        )}
      </div>
    </>
  )
}

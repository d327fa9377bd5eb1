import { Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleStop, Pause, Play } from 'lucide-react'
import { useEffect } from 'react'
import { circularAttachmentEndpoints } from '#contract/circulars/circulars.attachments.ts'
import { CIRCULAR_KIND_LABELS } from '#contract/circulars/circulars.audience.ts'
import { readerText } from '#contract/circulars/circulars.people.ts'
import {
  type CircularDetails,
  type CircularRecipient,
  circularEndpoints,
  type LatePerson,
} from '#contract/circulars/circulars.ts'
import { counted } from '#contract/counted.ts'
import { formatDateTime } from '#contract/dates.ts'
import { actionsAbout } from '#web/api/act-once.ts'
import { call, callForFile } from '#web/api/client.ts'
import { queryFor, renewReplies } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { MailPreviewWidget } from '#web/domains/mailwordings/MailPreviewWidget.tsx'
import { MailStateWidget } from '#web/domains/outboxes/MailStateWidget.tsx'
import { usePrinting } from '#web/lists/drawn-rows.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { paths } from '#web/paths.ts'
import { addressPage } from '#web/shell/address-page.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { idInAddress } from '#web/shell/id-in-address.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import type { PageProps } from '#web/shell/page-route.ts'
import { bytesText } from '#web/ui/bytes-text.ts'
import { FactList } from '#web/ui/FactList.tsx'
import { FoldedPart } from '#web/ui/FoldedPart.tsx'
import { focusTitleIfLost } from '#web/ui/focus-field.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { CircularChip } from './CircularChip.tsx'
import { isUnreached } from './circular-texts.ts'
import classes from './circulars.module.css'
import { NotAskedCard } from './NotAskedCard.tsx'
import { UnreachedList } from './UnreachedList.tsx'

const POLL_SECONDS = 3

const circularQuery = (id: number) => queryFor(circularEndpoints.get, { params: { id } }, { quiet: true })

/** Awaited by the router. */
export const loadCircular = async (page: PageProps) => queryClient.ensureQueryData(circularQuery(idInAddress(page)))

const { actAndNotify } = actionsAbout('circular', () => renewReplies([circularEndpoints.get, circularEndpoints.list]))

const actOn = ({ id, counts: { waiting } }: CircularDetails) => {
  const act = (name: 'pause' | 'goOn' | 'stop' | 'retry') =>
    actAndNotify(`${name} ${id}`, () => call(circularEndpoints[name], { params: { id } }))
  const stop = async () => {
    const isSure = await confirmDialog({
      title: 'Den Rest nicht mehr senden?',
      message: `${counted(waiting, 'E-Mail geht', 'E-Mails gehen')} dann nicht mehr hinaus. Das lässt sich nicht zurücknehmen.`,
      accept: 'Nicht mehr senden',
    })
    if (isSure) await act('stop')
  }
  const sendLate = (people: LatePerson[]) =>
    actAndNotify(`late ${id}`, () => call(circularEndpoints.sendLate, { params: { id }, body: { people } }))
  return { act, stop, sendLate }
}

const CircularButtons = ({ circular }: { circular: CircularDetails }) => {
  const { state } = circular
  const { act, stop } = actOn(circular)
  if (state !== 'sending' && state !== 'paused') return null
  return (
    <div className="sh-wrap sh-gap-2 sh-above-4 sh-screen-only">
      {state === 'sending' && (
        <IconButton icon={Pause} onClick={() => void act('pause')}>
          Anhalten
        </IconButton>
      )}
      {state === 'paused' && (
        <IconButton icon={Play} data-primary onClick={() => void act('goOn')}>
          Fortsetzen
        </IconButton>
      )}
      <IconButton icon={CircleStop} onClick={() => void stop()}>
        Den Rest nicht senden
      </IconButton>
    </div>
  )
}

/** A name leads to the child whose page has the address. */
const RecipientName = (one: CircularRecipient) => {
  const page = addressPage(one)
  return page ? <Link to={page.to}>{readerText(one)}</Link> : readerText(one)
}

const COLUMNS: readonly PlainColumn<CircularRecipient>[] = [
  {
    title: 'Name',
    isName: true,
    cell: RecipientName,
  },
  {
    title: 'Stand',
    cell: MailStateWidget,
  },
  { title: 'Gesendet', cell: ({ sent_at }) => (sent_at ? formatDateTime(sent_at) : '') },
]

/** Whom somebody may have to call comes before those who have it. */
const RANKS: Record<CircularRecipient['state'], number> = { failed: 0, held: 1, queued: 2, dropped: 3, sent: 4 }
const byNeed = (a: CircularRecipient, b: CircularRecipient) =>
  RANKS[a.state] - RANKS[b.state] || Number(b.is_doubtful) - Number(a.is_doubtful)

/** Each outcome with its colour; what is missing waits. */
const SendingBar = ({ counts: { all, sent, failed, dropped } }: Pick<CircularDetails, 'counts'>) => (
  <Progress.Root size="lg">
    {[
      { label: 'Gesendet', count: sent, color: 'var(--sh-positive)' },
      { label: 'Fehlgeschlagen', count: failed, color: 'var(--sh-negative)' },
      { label: 'Nicht gesendet', count: dropped, color: 'var(--sh-ink-quiet)' },
    ]
      .filter(({ count }) => count > 0)
      .map(({ label, count, color }) => (
        // One of many is a sliver, and yet seen.
        <Progress.Section key={label} value={(100 * count) / all} color={color} miw={6} aria-label={label} />
      ))}
  </Progress.Root>
)

const RecipientTable = ({ caption, rows }: { caption: string; rows: readonly CircularRecipient[] }) => (
  <PlainTable caption={caption} columns={COLUMNS} rows={rows} rowKey={({ mail_id }) => mail_id} isStacked />
)

/** Lists up to this length are not folded. */
const FOLD_ABOVE = 10

/**
 * Everybody but those who were not reached: they stand above. Those who have it for certain are folded on the
 * screen, so that the others are seen first.
 */
const RecipientsCard = ({ circular }: { circular: CircularDetails }) => {
  const recipients = circular.recipients.filter((one) => !isUnreached(circular, one))
  const isSettled = ({ state, is_doubtful }: CircularRecipient) => state === 'sent' && !is_doubtful
  const isWhole = usePrinting() || recipients.length <= FOLD_ABOVE
  const folded = isWhole ? [] : recipients.filter(isSettled)
  const shown = recipients.filter((one) => !folded.includes(one)).toSorted(byNeed)
  if (recipients.length === 0) return null
  const title = recipients.every(({ state }) => state === 'sent') ? 'Gesendet' : 'Empfänger'
  return (
    <TitledCard id="recipients" title={`${title}: ${recipients.length}`} gap="xs">
      {shown.length > 0 && <RecipientTable caption="Empfänger dieser Rundmail" rows={shown} />}
      {folded.length > 0 && (
        <FoldedPart name="sent" summary={`Gesendete anzeigen (${folded.length})`}>
          <RecipientTable caption="Wer die Rundmail bekommen hat" rows={folded} />
        </FoldedPart>
      )}
    </TitledCard>
  )
}

const AttachmentList = ({ id, attachments }: Pick<CircularDetails, 'id' | 'attachments'>) => {
  const { save, isRunning } = useSavedFile()
  const open = (attachment_id: number) =>
    save(() => callForFile(circularAttachmentEndpoints.file, { params: { id, attachment_id } }))
  return (
    <ul className="sh-plain-list sh-breaks">
      {attachments.map(({ id: attachment_id, filename, size }) => (
        <li key={attachment_id}>
          <button
            type="button"
            className="sh-bare sh-linked"
            disabled={isRunning}
            onClick={() => void open(attachment_id)}
          >
            {filename}
          </button>{' '}
          <span className="sh-quiet sh-small">{bytesText(size)}</span>
        </li>
      ))}
    </ul>
  )
}

const CircularCards = ({ circular }: { circular: CircularDetails }) => {
  const { subject, audience, counts, created_at, created_by, body, sample, left_out, attachments } = circular
  // What a button did may have removed that button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change may have taken the focus away
  useEffect(focusTitleIfLost, [circular.state])
  return (
    <>
      <PageHead crumbs={[{ text: 'Rundmails', to: paths.circulars }]}>{subject}</PageHead>
      <div className="sh-stack sh-gap-4">
        <TitledCard id="sending" title="Versand" gap="xs">
          <p role="status">
            <CircularChip circular={circular} />
          </p>
          <SendingBar counts={counts} />
          {counts.doubtful > 0 && (
            <p className="sh-quiet sh-above-2 sh-flush">
              Bei {counts.doubtful} ist ungewiss, ob sie doppelt angekommen sind: Das Programm wurde beim Senden
              unterbrochen.
            </p>
          )}
          <CircularButtons circular={circular} />
          <UnreachedList
            circular={circular}
            onRetry={() => void actOn(circular).act('retry')}
            onSendLate={(people) => void actOn(circular).sendLate(people)}
          />
        </TitledCard>
        <TitledCard id="text" title="Text" gap="xs">
          <div className={classes.facts}>
            <FactList
              facts={[
                { label: CIRCULAR_KIND_LABELS[circular.kind], value: audience },
                {
                  label: 'Geschrieben',
                  value: `${formatDateTime(created_at)}, ${created_by ?? 'Gelöschter Benutzer'}`,
                },
                ...(attachments.length > 0
                  ? [{ label: 'Anlagen', value: <AttachmentList id={circular.id} attachments={attachments} /> }]
                  : []),
                ...(sample
                  ? [{ label: 'So liest es', value: readerText(sample.reader) }]
                  : [{ label: 'Text', value: body }]),
              ]}
            />
          </div>
          {sample && (
            <div className="sh-above-3">
              <MailPreviewWidget mail={sample} label="Die E-Mail" />
            </div>
          )}
        </TitledCard>
        <RecipientsCard circular={circular} />
        <NotAskedCard leftOut={left_out} />
      </div>
    </>
  )
}

/** One mail to many, with who has got it; while it is being sent the page follows. */
export const CircularPage = ({ params: { id = '' } }: PageProps) => {
  const query = circularQuery(Number(id))
  const circular = useQuery({
    ...query,
    refetchInterval: ({ state: { data } }) => (data?.state === 'sending' ? POLL_SECONDS * 1000 : false),
  }).data
  return circular && <CircularCards circular={circular} />
}

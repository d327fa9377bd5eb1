import { Alert, Button, Modal, Stack, Switch, Text, TextInput, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarDays, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatDayOf } from '#contract/dates.ts'
import { type SicknoteFeeds, sicknoteFeedEndpoints } from '#contract/sicknotefeeds/sicknotefeeds.ts'
import { failureText } from '#web/api/errors.ts'
import { queryFor, useCall } from '#web/api/queries.ts'
import { copyText } from '#web/shell/copy-text.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { useOpened } from '#web/ui/use-opened.ts'

const feedsQuery = queryFor(sicknoteFeedEndpoints.get, {}, { quiet: true })

const Words = ({ children }: { children: ReactNode }) => (
  <Text c="dimmed" maw="70ch" mb="sm">
    {children}
  </Text>
)

const DigestCard = ({ feeds }: { feeds: SicknoteFeeds }) => {
  const invalidates = [sicknoteFeedEndpoints.get]
  const ordered = useCall(sicknoteFeedEndpoints.orderDigest, { invalidates })
  const cancelled = useCall(sicknoteFeedEndpoints.cancelDigest, { invalidates })
  const isRunning = ordered.isRunning || cancelled.isRunning
  const change = async (wanted: boolean) => {
    const reply = await (wanted ? ordered : cancelled).run()
    if (reply) notify(reply.message)
  }
  return (
    <section aria-labelledby="digest">
      <Title order={3} id="digest" mb={4}>
        E-Mail am Morgen
      </Title>
      <Words>
        An Schultagen ab {feeds.digest_time} Uhr: wie viele Kinder Ihrer Klassen fehlen. Ohne Namen und Gründe, und nur,
        wenn jemand fehlt.
      </Words>
      {feeds.may_have_digest || feeds.has_digest ? (
        <Switch
          label="E-Mail für meine Klassen"
          checked={feeds.has_digest}
          disabled={isRunning}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
      ) : (
        <Words>Dafür muss Ihnen eine Klasse zugeordnet sein.</Words>
      )}
    </section>
  )
}

/** The link stands here once, right after it was made: only its hash is kept. */
const MadeLink = ({ address }: { address: string }) => (
  <Stack gap="sm">
    <TextInput
      label="Adresse des Kalenders"
      description="Wird nur jetzt gezeigt. Wer sie kennt, sieht den Kalender: bitte nicht weitergeben."
      value={address}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
    />
    <div>
      <Button
        leftSection={<Copy size={20} aria-hidden />}
        onClick={() => void copyText({ text: address, done: 'Die Adresse ist kopiert.', label: 'Kalender' })}
      >
        Adresse kopieren
      </Button>
    </div>
  </Stack>
)

const REPLACE = {
  title: 'Neuen Kalenderlink erzeugen?',
  message: 'Der bisherige Link gilt dann nicht mehr.',
  accept: 'Neuen Link erzeugen',
  type: 'attention',
} as const

const useCalendar = (feeds: SicknoteFeeds) => {
  const [address, setAddress] = useState<string>()
  const invalidates = [sicknoteFeedEndpoints.get]
  const made = useCall(sicknoteFeedEndpoints.makeCalendar, { invalidates })
  const revoked = useCall(sicknoteFeedEndpoints.revokeCalendar, { invalidates })
  const make = async () => {
    if (feeds.calendar && !(await confirmDialog(REPLACE))) return
    const reply = await made.run()
    if (!reply) return
    setAddress(reply.address)
    notify(reply.message)
  }
  const revoke = async () => {
    const reply = await revoked.run()
    if (!reply) return
    setAddress(undefined)
    notify(reply.message)
  }
  return { address, make, revoke, isRunning: made.isRunning || revoked.isRunning }
}

const CalendarCard = ({ feeds }: { feeds: SicknoteFeeds }) => {
  const { address, make, revoke, isRunning } = useCalendar(feeds)
  return (
    <section aria-labelledby="calendar">
      <Title order={3} id="calendar" mb={4}>
        Kalender
      </Title>
      <Words>
        Abwesenheiten in Ihrem Kalenderprogramm: Vorname, Initial und Klasse, ohne Gründe. Es zeigt, was Sie hier sehen
        dürfen.
      </Words>
      {feeds.calendar && !address && <Words>Ein Link gilt seit dem {formatDayOf(feeds.calendar.created_at)}.</Words>}
      {address && <MadeLink address={address} />}
      <div className="sh-wrap sh-above-3 sh-gap-2">
        <ActionButton
          variant="default"
          leftSection={<CalendarDays size={20} aria-hidden />}
          isRunning={isRunning}
          onClick={() => void make()}
        >
          {feeds.calendar ? 'Neuen Kalenderlink erzeugen' : 'Kalenderlink erzeugen'}
        </ActionButton>
        {feeds.calendar && (
          <Button variant="default" onClick={() => void revoke()}>
            Link sperren
          </Button>
        )}
      </div>
    </section>
  )
}

/** What comes to somebody without opening the page (issue 6): a mail each morning, a calendar. */
export const SicknoteFeedsWidget = ({ onGone }: { onGone: () => void }) => {
  const { data: feeds, error } = useQuery(feedsQuery)
  const queries = useQueryClient()
  const modal = useOpened(() => {
    void queries.invalidateQueries(feedsQuery)
    onGone()
  })
  return (
    <Modal {...modal} size={560} title="E-Mail und Kalender">
      {feeds && (
        <Stack gap="lg">
          <DigestCard feeds={feeds} />
          <CalendarCard feeds={feeds} />
        </Stack>
      )}
      {!feeds && error && <Alert color="red">{failureText(error)}</Alert>}
      {!feeds && !error && <LoadingText />}
      <ButtonRow align="end" isFoot>
        <Button variant="default" onClick={modal.onClose}>
          Schließen
        </Button>
      </ButtonRow>
    </Modal>
  )
}

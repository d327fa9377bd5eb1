import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleX } from 'lucide-react'
import { type OutboxMail, outboxMailEndpoints } from '#contract/outboxes/outboxes.mails.ts'
import { queryFor } from '#web/api/queries.ts'
import { ListPage } from '#web/lists/ListPage.tsx'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { linkTarget } from '#web/ui/link-target.ts'
import { PageIntro } from '#web/ui/PageIntro.tsx'
import { OutboxFilterForm } from './OutboxFilterForm.tsx'
import { OutboxLeftOutCard } from './OutboxLeftOutCard.tsx'
import { OutboxRowActions } from './outbox-actions.tsx'
import { OUTBOX_COLUMNS } from './outbox-columns.tsx'
import { mailingIn, OUTBOX_ROWS, outboxQuery, outboxState } from './outbox-query.ts'
import classes from './outboxes.module.css'
import { UnreachableCard } from './UnreachableCard.tsx'

const ROW_OPTIONS = [10, OUTBOX_ROWS, 200] as const
/** While a mail waits, its state may change at any moment. */
const POLL_MS = 5000
const FAILED_MAILS = `${paths.outbox}?state=failed`

/** Leads from any search to the mails that need attention, and back to all. */
const FailedLine = ({ count, isShown }: { count: number; isShown: boolean }) =>
  (count > 0 || isShown) && (
    <p className="sh-row sh-gap-2 sh-flush sh-below-3 sh-screen-only">
      {isShown && `${count} fehlgeschlagen`}
      <Button
        variant="default"
        size="compact-md"
        leftSection={!isShown && <CircleX size={16} className={classes.failed} aria-hidden />}
        renderRoot={(props) => <Link {...props} {...linkTarget(isShown ? paths.outbox : FAILED_MAILS)} />}
      >
        {isShown ? 'Alle zeigen' : `${count} fehlgeschlagen`}
      </Button>
    </p>
  )

/** What stands in place of the rows when a search finds no mail; undefined: the usual message. */
const noHitsOf = (search: string, { isAsked, leftOut }: { isAsked: boolean; leftOut: number }) => {
  if (!isAsked)
    return (
      <EmptyState
        title="Bitte die ganze E-Mail-Adresse eingeben."
        text="Die Adressen selbst sind nicht gespeichert; deshalb findet ein Teil von ihnen nichts."
      />
    )
  return leftOut > 0 ? (
    <EmptyState title={`Keine E-Mail zu „${search}“.`} text="Den Grund lesen Sie darüber." />
  ) : undefined
}

const NOTHING = { data: [], total: 0, left_out: { people: [], total: 0 } }

const isWaiting = ({ state, states }: OutboxMail) => (states ? states.queued > 0 : state === 'queued')

/** How the mailing is called, as its mails know it. */
const subjectIn = (mails: readonly OutboxMail[], mailing: ReturnType<typeof mailingIn>) =>
  mails.find(({ about }) => about?.page === mailing?.page && about?.id === mailing?.id)?.about?.text

/** All mails of the school and what became of them, those written last first. */
export const OutboxPage = () => {
  const state = outboxState(useUrlSearch())
  const query = outboxQuery(state)
  const list = useQuery({
    ...queryFor(outboxMailEndpoints.list, { query: query ?? {} }, { keepPrevious: true }),
    enabled: query !== undefined,
    refetchInterval: ({ state: { data } }) => (data?.data.some(isWaiting) ? POLL_MS : false),
  })
  const found = query ? list.data : NOTHING
  const leftOut = found?.left_out ?? NOTHING.left_out
  return (
    <ListPage
      title="Postausgang"
      intro={
        <>
          <PageIntro>Was an wen ging und ob es hinausgegangen ist. Der Text wird nicht aufbewahrt.</PageIntro>
          <FailedLine count={list.data?.failed ?? 0} isShown={state.filters.state === 'failed'} />
        </>
      }
      name="outbox"
      columns={OUTBOX_COLUMNS}
      rowKey={({ id }) => id}
      listClass={classes.list}
      rowActions={(mail) => <OutboxRowActions mail={mail} state={state} />}
      state={state}
      rows={found?.data}
      total={found?.total}
      query={list}
      rowOptions={ROW_OPTIONS}
      finding={
        <>
          <UnreachableCard />
          <OutboxLeftOutCard {...leftOut} />
        </>
      }
      toolbar={<OutboxFilterForm state={state} subject={subjectIn(found?.data ?? [], mailingIn(state))} />}
      empty={<EmptyState title="Noch keine E-Mail." text="Sobald die Schule eine E-Mail schreibt, steht sie hier." />}
      noHits={noHitsOf(state.search, { isAsked: query !== undefined, leftOut: leftOut.total })}
    />
  )
}

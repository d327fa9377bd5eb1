import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import { Email } from '#contract/formats.ts'
import { MAIL_STATE_LABELS } from '#contract/mail-states.ts'
import {
  kindOf,
  OUTBOX_KINDS,
  OUTBOX_NAME_MAX,
  type OutboxMail,
  outboxMailEndpoints,
  outboxMailLabel,
} from '#contract/outboxes/outboxes.mails.ts'
import { choicesOf } from '#contract/record.ts'
import { registrationMailEndpoints } from '#contract/registrations/registrations.mails.ts'
import { actionsAbout } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { queryFor, renewReplies } from '#web/api/queries.ts'
import { FilterMenu } from '#web/lists/FilterMenu.tsx'
import { ListPage } from '#web/lists/ListPage.tsx'
import { SearchField } from '#web/lists/SearchField.tsx'
import type { TableColumn } from '#web/lists/table-columns.ts'
import { chosenValues, type TableState, tableState } from '#web/lists/table-state.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { focusOrTitle } from '#web/ui/focus-field.ts'
import { linkTarget } from '#web/ui/link-target.ts'
import { PageIntro } from '#web/ui/PageIntro.tsx'
import { MailStateWidget } from './MailStateWidget.tsx'
import { OutboxLeftOutCard } from './OutboxLeftOutCard.tsx'
import classes from './outboxes.module.css'
import { UnreachableCard } from './UnreachableCard.tsx'

const ROWS = 50
const ROW_OPTIONS = [10, ROWS, 200] as const
/** While a mail waits, its state may change at any moment. */
const POLL_MS = 5000
const FAILED_MAILS = `${paths.outbox}?state=failed`

type OutboxListState = TableState<'state' | 'kind'>

const PAGES: Record<NonNullable<OutboxMail['about']>['page'], (id: number) => string> = {
  registration: paths.registration,
  pupil: paths.pupil,
  circular: paths.circular,
  employee: paths.employee,
}

/** Most mails leave within seconds, so the time of sending is shown only when it differs. */
const LATE_MS = 10 * 60_000
const isLate = (created: string, sent: string) => Date.parse(sent) - Date.parse(created) > LATE_MS

const COLUMNS: readonly TableColumn<OutboxMail>[] = [
  {
    key: 'name',
    title: 'An',
    render: ({ name, address, children }) => (
      <>
        {name ?? address ?? 'nicht sichtbar'}
        {name && (
          <span className="sh-quiet sh-small sh-block">
            {[children && `für ${children}`, address].filter(Boolean).join(', ')}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'mail',
    title: 'E-Mail',
    render: ({ template, about }) => {
      const label = outboxMailLabel(template)
      if (!about) return label
      // Only a circular has a subject of its own; the others are about a child or a person.
      const [first, second] = about.page === 'circular' ? [about.text, label] : [label, about.text]
      return (
        <>
          <Link {...linkTarget(PAGES[about.page](about.id))}>{first}</Link>
          <span className="sh-quiet sh-small sh-block">{second}</span>
        </>
      )
    },
  },
  { key: 'state', title: 'Stand', render: (mail) => <MailStateWidget {...mail} /> },
  {
    key: 'created_at',
    title: 'Geschrieben',
    render: ({ created_at, sent_at }) => (
      <>
        {formatDateTime(created_at)}
        {sent_at && isLate(created_at, sent_at) && (
          <span className="sh-quiet sh-small sh-block">gesendet {formatDateTime(sent_at)}</span>
        )}
      </>
    ),
  },
]

const { actAndNotify } = actionsAbout('mail', () => renewReplies([outboxMailEndpoints.list]))

/** How this mail is sent again; undefined where its own page does that for all that failed, or it would be too late. */
const retryOf = ({ id, template, about }: OutboxMail) => {
  const kind = kindOf(template)
  if (kind === 'absence') return () => call(outboxMailEndpoints.retry, { params: { id } })
  if (kind !== 'registration' || !about) return undefined
  return () => call(registrationMailEndpoints.resendMail, { params: { id: about.id, mailId: id } })
}

const RetryButton = ({ mail }: { mail: OutboxMail }) => {
  const place = useRef<HTMLSpanElement>(null)
  const isPressed = useRef(false)
  // The button goes once the mail waits: the focus stays in its row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new state is what takes the button away
  useEffect(() => {
    if (isPressed.current) focusOrTitle(place.current?.closest('tr, li')?.querySelector('a') ?? null)
    isPressed.current = false
  }, [mail.state])
  const isPossible = mail.state === 'failed' && mail.name !== null
  const retry = isPossible ? retryOf(mail) : undefined
  return (
    <span ref={place}>
      {retry && (
        <Button
          variant="default"
          size="compact-md"
          aria-label={`Noch einmal senden: ${outboxMailLabel(mail.template)} an ${mail.name}`}
          onClick={() => {
            isPressed.current = true
            void actAndNotify(String(mail.id), retry)
          }}
        >
          Noch einmal senden
        </Button>
      )}
    </span>
  )
}

/** The address may be wrong, so the page that has it is one press away. */
const ContactButton = ({ mail: { state, contact, name } }: { mail: OutboxMail }) =>
  state === 'failed' &&
  contact && (
    <Button
      variant="default"
      size="compact-md"
      aria-label={`Adresse ändern: ${name}`}
      renderRoot={(props) => <Link {...props} {...linkTarget(PAGES[contact.page](contact.id))} hash="contacts" />}
    >
      Adresse ändern
    </Button>
  )

const OutboxFilterForm = ({ state }: { state: OutboxListState }) => (
  <>
    <SearchField
      label="E-Mails suchen"
      placeholder="Name oder E-Mail-Adresse …"
      value={state.search}
      onSearch={state.setSearch}
    />
    <FilterMenu
      label="Stand"
      options={choicesOf(MAIL_STATE_LABELS)}
      chosen={chosenValues(state.filters.state)}
      onChoose={(values) => state.setFilter('state', values.join(',') || undefined)}
    />
    <FilterMenu
      label="Art"
      options={Object.entries(OUTBOX_KINDS).map(([value, { label }]) => ({ value, label }))}
      chosen={chosenValues(state.filters.kind)}
      onChoose={(values) => state.setFilter('kind', values.join(',') || undefined)}
    />
  </>
)

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

/** A search with an @ is for an address, any other for a name; undefined while an address is not whole yet. */
const searchOf = (search: string) => {
  const text = search.trim()
  if (text === '') return {}
  if (!text.includes('@')) return { name: text.slice(0, OUTBOX_NAME_MAX) }
  const mail = Email.safeParse(text)
  return mail.success ? { mail: mail.data } : undefined
}

/** What the server is asked; undefined: nothing yet. */
const queryOf = ({ page, perPage, search, filters: { state, kind } }: OutboxListState) => {
  const found = searchOf(search)
  if (!found) return undefined
  return {
    ...{ page, per_page: perPage },
    ...(state && { state: chosenValues(state) as never }),
    ...(kind && { kind: chosenValues(kind) as never }),
    ...found,
  }
}

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

/** All mails of the school and what became of them, those written last first. */
export const OutboxPage = () => {
  const state: OutboxListState = tableState(useUrlSearch(), {
    sort: '-created_at',
    perPage: ROWS,
    filters: ['state', 'kind'],
  })
  const query = queryOf(state)
  const list = useQuery({
    ...queryFor(outboxMailEndpoints.list, { query: query ?? {} }, { keepPrevious: true }),
    enabled: query !== undefined,
    refetchInterval: ({ state: { data } }) => (data?.data.some((mail) => mail.state === 'queued') ? POLL_MS : false),
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
      columns={COLUMNS}
      rowKey={({ id }) => id}
      listClass={classes.list}
      rowActions={(mail) => (
        <div className="sh-wrap sh-gap-2 sh-rows-1">
          <ContactButton mail={mail} />
          <RetryButton mail={mail} />
        </div>
      )}
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
      toolbar={<OutboxFilterForm state={state} />}
      empty={<EmptyState title="Noch keine E-Mail." text="Sobald die Schule eine E-Mail schreibt, steht sie hier." />}
      noHits={noHitsOf(state.search, { isAsked: query !== undefined, leftOut: leftOut.total })}
    />
  )
}

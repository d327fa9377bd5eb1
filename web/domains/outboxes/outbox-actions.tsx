import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { kindOf, type OutboxMail, outboxMailEndpoints, outboxMailLabel } from '#contract/outboxes/outboxes.mails.ts'
import { registrationMailEndpoints } from '#contract/registrations/registrations.mails.ts'
import { actionsAbout } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { renewReplies } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { focusOrTitle } from '#web/ui/focus-field.ts'
import { linkTarget } from '#web/ui/link-target.ts'
import { OUTBOX_PAGE_PATHS, type OutboxListState } from './outbox-query.ts'

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
      renderRoot={(props) => (
        <Link {...props} {...linkTarget(OUTBOX_PAGE_PATHS[contact.page](contact.id))} hash="contacts" />
      )}
    >
      Adresse ändern
    </Button>
  )

/** The mails of a mailing one by one, on the same days as the line that stands for them. */
const SinglyButton = ({ mail: { about }, state: { filters } }: RowActionsProps) => {
  if (!about) return null
  const { from, until } = filters
  const days = { ...(from && { from }), ...(until && { until }) }
  const search = new URLSearchParams({ ...days, [about.page]: String(about.id) })
  return (
    <Button
      variant="default"
      size="compact-md"
      aria-label={`Einzeln zeigen: ${about.text}`}
      renderRoot={(props) => <Link {...props} {...linkTarget(`${paths.outbox}?${search}`)} />}
    >
      Einzeln zeigen
    </Button>
  )
}

interface RowActionsProps {
  mail: OutboxMail
  state: Pick<OutboxListState, 'filters'>
}

/** What can be done about a line of the outbox. */
export const OutboxRowActions = ({ mail, state }: RowActionsProps) => (
  <div className="sh-wrap sh-gap-2 sh-rows-1">
    {mail.states ? (
      <SinglyButton mail={mail} state={state} />
    ) : (
      <>
        <ContactButton mail={mail} />
        <RetryButton mail={mail} />
      </>
    )}
  </div>
)

import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { UnreachableContact } from '#contract/outboxes/outboxes.unreachable.ts'
import { usePrinting } from '#web/lists/drawn-rows.ts'
import { addressPage } from '#web/shell/address-page.ts'
import { FoldedPart } from '#web/ui/FoldedPart.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { markGood, sinceText, useUnreachable } from './unreachable.ts'

/** A guardian's address is one press away: its dialog opens at once. */
const addressOf = ({ kind, id, page }: UnreachableContact) => {
  const idOn = (name: typeof page.name) => (page.name === name ? page.id : null)
  const pages = { pupil_id: idOn('pupil'), registration_id: idOn('registration'), employee_id: idOn('employee') }
  return addressPage(pages, { guardian: kind === 'guardian' ? id : null })
}

const Contact = (contact: UnreachableContact) => {
  const { name, child, address } = contact
  return (
    <li className="sh-words sh-spread sh-gap-2 sh-padded-1">
      <span>
        {child === null ? name : `${name} (für ${child})`}
        <span className="sh-quiet sh-small sh-block">{`${address}, ${sinceText(contact)}`}</span>
      </span>
      <span className="sh-wrap sh-gap-2 sh-rows-1 sh-screen-only">
        <Button
          variant="default"
          size="compact-md"
          aria-label={`Adresse ändern: ${name}`}
          renderRoot={(props) => <Link {...props} {...addressOf(contact)} />}
        >
          Adresse ändern
        </Button>
        <Button
          variant="default"
          size="compact-md"
          aria-label={`Adresse stimmt: ${name}`}
          onClick={() => void markGood(contact)}
        >
          Adresse stimmt
        </Button>
      </span>
    </li>
  )
}

const Contacts = ({ contacts }: { contacts: readonly UnreachableContact[] }) => (
  <ul className="sh-plain-list sh-ruled">
    {contacts.map((one) => (
      <Contact key={`${one.kind} ${one.id}`} {...one} />
    ))}
  </ul>
)

/** The mails stay in sight below the first ones; the paper has all. */
const SHOWN_AT_FIRST = 3

/** Everybody whose mails come back, with what can be done about it. Nothing while there is nobody. */
export const UnreachableCard = () => {
  const isPrinting = usePrinting()
  const contacts = useUnreachable()
  if (contacts.length === 0) return null
  const first = isPrinting ? contacts : contacts.slice(0, SHOWN_AT_FIRST)
  const others = contacts.slice(first.length)
  return (
    <TitledCard id="unreachable" title={`Adresse nicht erreichbar: ${contacts.length}`} gap="xs">
      <Contacts contacts={first} />
      {others.length > 0 && (
        <FoldedPart name="more-unreachable" summary={`Weitere anzeigen (${others.length})`}>
          <Contacts contacts={others} />
        </FoldedPart>
      )}
    </TitledCard>
  )
}

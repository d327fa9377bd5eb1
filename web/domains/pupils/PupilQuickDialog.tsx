import { ActionIcon, Button, Drawer, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, ChevronDown, ChevronUp, Mail, Phone, Thermometer } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { addressLines } from '#contract/addresses.ts'
import { emergencyCalls } from '#contract/families/families.people.ts'
import { fullName } from '#contract/person-names.ts'
import { displayPhone, phoneLink } from '#contract/phone.ts'
import { type PupilDetails, pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { PUPIL_STATUS_LABELS, type PupilRow } from '#contract/pupils/pupils.ts'
import type { SearchedChild } from '#contract/search/search.ts'
import { SICKNOTE_EDITORS } from '#contract/sicknotes/sicknotes.ts'
import { useMay, useToday } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { AwayMarkWidget, useAwayNotes } from '#web/domains/sicknotes/AwayMarkWidget.tsx'
import { paths } from '#web/paths.ts'
import { openFrameDialog, SICKNOTE } from '#web/shell/frame-dialogs.ts'
import { FactList } from '#web/ui/FactList.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { MailText } from '#web/ui/MailText.tsx'
import { useOpened } from '#web/ui/use-opened.ts'
import { BlockingNoteCard } from './BlockingNoteCard.tsx'
import classes from './PupilQuick.module.css'
import { type QuickContact, quickContacts } from './quick-contacts.ts'
import { focusRowOf, isOnStep, useQuickSteps } from './use-quick-steps.ts'

const ContactEntry = ({ contact }: { contact: QuickContact }) => (
  <li className="sh-stack sh-gap-2">
    <p className="sh-words sh-flush sh-breaks sh-gap-2 sh-rows-0">
      {contact.emergency_priority !== null && (
        <span className="sh-quiet sh-figures">{contact.emergency_priority}.</span>
      )}
      <strong>{contact.name}</strong>
      <span className="sh-quiet sh-small">{contact.role}</span>
    </p>
    {contact.phones.map(({ number, kind }) => (
      <a key={`${kind} ${number}`} className={classes.call} href={phoneLink(number)}>
        <Phone size={20} aria-hidden />
        <span className="sh-figures">{displayPhone(number)}</span>
        {kind && <span className="sh-quiet sh-small">{kind}</span>}
      </a>
    ))}
    {contact.mail && (
      <a className="sh-inline sh-linked sh-gap-2" style={{ minHeight: 24 }} href={`mailto:${contact.mail}`}>
        <Mail size={16} aria-hidden />
        <MailText mail={contact.mail} />
      </a>
    )}
  </li>
)

/** People to call in an emergency and all others stand in separate lists. */
const ContactList = ({ title, contacts }: { title: string; contacts: readonly QuickContact[] }) => {
  const id = useId()
  if (contacts.length === 0) return null
  return (
    <div className="sh-stack sh-gap-2">
      <Title order={3} id={id}>
        {title}
      </Title>
      <ul className="sh-plain-list sh-stack sh-gap-4" aria-labelledby={id}>
        {contacts.map((contact) => (
          <ContactEntry key={contact.key} contact={contact} />
        ))}
      </ul>
    </div>
  )
}

const HOME_ALONE = { yes: 'darf allein nach Hause gehen', no: 'darf nicht allein nach Hause gehen' }

const Contacts = ({ pupil }: { pupil: PupilDetails }) => {
  const contacts = quickContacts(pupil, useToday())
  const { may_go_home_alone: isAlone } = pupil
  const { people, lack } = emergencyCalls(contacts)
  const list = useRef<HTMLDivElement>(null)
  // Enter calls who is to be called first.
  useEffect(() => {
    if (!isOnStep()) list.current?.querySelector<HTMLElement>('a')?.focus()
  }, [])
  const pickup = contacts.filter(({ mayPickup }) => mayPickup).map(({ name }) => name)
  return (
    <>
      {pupil.has_blocking_note && <BlockingNoteCard />}
      {contacts.length === 0 && <p className="sh-quiet sh-small sh-flush">Es ist niemand eingetragen.</p>}
      {contacts.length > 0 && lack && <p className="sh-warn sh-flush">{lack}</p>}
      <div className="sh-stack sh-gap-4" ref={list}>
        <ContactList title={lack ? 'Sorgeberechtigte' : 'Im Notfall'} contacts={people} />
        <ContactList title="Nicht für den Notfall" contacts={contacts.filter((one) => !people.includes(one))} />
      </div>
      <FactList
        facts={[
          {
            label: 'Kind selbst',
            value: pupil.phone && <a href={phoneLink(pupil.phone)}>{displayPhone(pupil.phone)}</a>,
          },
          {
            label: 'Anschrift',
            value: pupil.address && <span className="sh-keeps-lines">{addressLines(pupil.address).join('\n')}</span>,
          },
          { label: 'Abholen darf', value: pickup.join(', ') || 'niemand eingetragen' },
          { label: 'Heimweg', value: typeof isAlone === 'boolean' && HOME_ALONE[isAlone ? 'yes' : 'no'] },
          {
            label: 'Geschwister',
            value: pupil.siblings
              ?.map(({ firstname, schoolclass }) => [firstname, schoolclass?.classgradePlain].filter(Boolean).join(' '))
              .join(', '),
          },
        ]}
      />
    </>
  )
}

type QuickChild = SearchedChild & Partial<Pick<PupilRow, 'status'>>

const STEPS = [
  { name: 'Voriges Kind', icon: ChevronUp, by: -1, key: 'ArrowUp', sign: '↑' },
  { name: 'Nächstes Kind', icon: ChevronDown, by: 1, key: 'ArrowDown', sign: '↓' },
] as const

type StepsProps = { child: QuickChild } & Pick<ReturnType<typeof useQuickSteps>, 'neighbour' | 'go'>

const StepButtons = ({ child, neighbour, go }: StepsProps) => (
  <div className="sh-inline sh-gap-1 sh-fixed">
    <span role="status" className="sh-visually-hidden">
      {fullName(child)}
    </span>
    {STEPS.map(({ name, icon: Icon, by, key, sign }) => (
      // At the end of the list it keeps the focus: it only looks disabled.
      <ActionIcon
        key={name}
        variant="default"
        aria-label={name}
        aria-keyshortcuts={key}
        title={`${name} (${sign})`}
        data-step
        {...(!neighbour(by) && { 'aria-disabled': true, 'data-disabled': true })}
        onClick={() => go(by)}
      >
        <Icon size={20} aria-hidden />
      </ActionIcon>
    ))}
  </div>
)

interface PupilQuickDialogProps {
  /** Its status is only known where it stands in a list. */
  child: QuickChild
  /** Missing: there is no way to other children. */
  list?: readonly QuickChild[] | undefined
  onClose: () => void
}

/** Ux §3.3: for the phone call, beside the list and from the search: whom to call and who may fetch the child. */
export const PupilQuickDialog = ({ child: first, list, onClose }: PupilQuickDialogProps) => {
  const isToReport = useRef(false)
  const { child, neighbour, go } = useQuickSteps(first, list)
  const opened = useOpened(() => {
    onClose()
    if (isToReport.current) openFrameDialog(SICKNOTE, child)
    else if (child !== first) focusRowOf(child)
  })
  const mayReport = useMay()(SICKNOTE_EDITORS) && (child.status ?? 'active') === 'active'
  const details = useQuery(queryFor(pupilDetailsEndpoints.get, { params: { id: child.id } }, { quiet: true }))
  const awayNotes = useAwayNotes()
  return (
    <Drawer
      {...opened}
      returnFocus={child === first}
      position="right"
      size={400}
      title={<strong className={classes.name}>{fullName(child)}</strong>}
      classNames={{ content: classes.panel, body: `sh-stack sh-gap-4 ${classes.body}` }}
      closeButtonProps={{ 'aria-label': 'Schnellansicht schließen' }}
    >
      <div className="sh-row sh-spread sh-gap-3">
        <p className="sh-words sh-flush sh-gap-2 sh-rows-1">
          <span>
            {child.schoolclass?.classgradePlain ?? 'ohne Klasse'}
            {child.status && child.status !== 'active' && ` · ${PUPIL_STATUS_LABELS[child.status]}`}
          </span>
          {awayNotes && <AwayMarkWidget notes={awayNotes(child.id)} />}
        </p>
        {list && list.length > 1 && <StepButtons child={child} neighbour={neighbour} go={go} />}
      </div>
      <Loaded query={details}>{(pupil) => <Contacts key={pupil.id} pupil={pupil} />}</Loaded>
      <div className={`sh-stack sh-gap-2 ${classes.foot}`}>
        {/* Most calls in the morning end with it. */}
        {mayReport && (
          <IconButton
            icon={Thermometer}
            fullWidth
            onClick={() => {
              isToReport.current = true
              opened.onClose()
            }}
          >
            Krankmeldung erfassen
          </IconButton>
        )}
        <Button
          component={Link}
          to={paths.pupil(child.id)}
          onClick={opened.onClose}
          variant="default"
          fullWidth
          rightSection={<ArrowRight size={20} aria-hidden />}
        >
          Zur Seite des Kindes
        </Button>
      </div>
    </Drawer>
  )
}

import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { childrenText } from '#contract/counted.ts'
import { formatDate, momentText } from '#contract/dates.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import type { AdmissionSibling, TransformOptions } from '#contract/registrations/registrations.transform.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { call } from '#web/api/client.ts'
import { failureText } from '#web/api/errors.ts'
import { queryFor } from '#web/api/queries.ts'
import { childName } from '#web/domains/registrations/child-name.ts'
import { whenDecided } from '#web/domains/registrations/decisions-under-way.ts'
import classes from '#web/domains/registrations/registrations.module.css'
import { RadioField } from '#web/forms/RadioField.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { focusTitleIfLost } from '#web/ui/focus-field.ts'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { submits } from '#web/ui/submits.ts'
import { useOpenState } from '#web/ui/use-opened.ts'
import { OpenPointsCard, OpenWarningsCard } from './OpenPointsCard.tsx'
import { TransformChildField, TransformGuardiansField } from './TransformGuardiansField.tsx'
import {
  isLink,
  leastFull,
  OPEN_CLASS,
  type SiblingLink,
  siblingLink,
  type Transform,
  useTransform,
} from './use-transform.ts'

/** The family wants out: the child becomes a pupil only when staff say that they decline (domain §2.3). */
const WishField = ({ options: { wish }, choice, choose, errors }: Transform) => (
  <Alert color="red" icon={<CircleAlert size={20} aria-hidden />} title="Die Familie möchte die Bewerbung zurückziehen">
    <p className="sh-breaks sh-flush sh-below-2">
      {wish
        ? `${wish.fullname ?? 'Eine sorgeberechtigte Person'} hat das am ${momentText(wish.at)} gewünscht.`
        : 'Der Wunsch kam gerade eben.'}{' '}
      {wish?.reason && `Grund: ${wish.reason}`}
    </p>
    <Checkbox
      label="Trotzdem übernehmen; der Wunsch ist damit abgelehnt"
      checked={choice.declinesWish}
      onChange={({ currentTarget }) => choose({ declinesWish: currentTarget.checked })}
      error={errors.declines_wish}
      aria-invalid={errors.declines_wish ? true : undefined}
    />
  </Alert>
)

const LINK_TEXTS: Record<SiblingLink, string> = {
  linked: 'wird als Geschwister eingetragen, denn eine sorgeberechtigte Person ist dieselbe.',
  not_chosen:
    'wird nicht als Geschwister eingetragen, solange Sie unten keinen Eintrag dieses Kindes verwenden: Geschwister sind Kinder mit einer gemeinsamen sorgeberechtigten Person.',
  nobody:
    'wird nicht als Geschwister eingetragen: Bei diesem Kind steht niemand, den beide gemeinsam haben. Tragen Sie das später auf der Seite des Kindes ein.',
  elsewhere:
    'wird nicht als Geschwister eingetragen: Jede Schule führt ihre Sorgeberechtigten selbst. Bestätigt bleibt es in der Bewerbung.',
}

const siblingName = ({ name, school_short }: AdmissionSibling, isElsewhere: boolean) => {
  const where = isElsewhere ? ` an der ${school_short}` : ''
  return name === null ? `Ein Geschwisterkind${where}` : `${name}${where}`
}

/** Which of the verified brothers and sisters will be siblings of the new pupil, and why others will not (ADR 0030). */
const SiblingsPart = ({ options, choice }: Transform) =>
  options.siblings.length > 0 && (
    <div role="status">
      <Text fw={600}>Bestätigte Geschwister</Text>
      <ul className="sh-plain-list sh-above-1 sh-grid sh-gap-1">
        {options.siblings.map((sibling, index) => {
          const link = siblingLink(sibling, options, choice.guardians)
          return (
            <li key={sibling.pupil_id ?? `hidden ${index}`}>
              <strong>{siblingName(sibling, link === 'elsewhere')}</strong> {LINK_TEXTS[link]}
            </li>
          )
        })}
      </ul>
    </div>
  )

type ClassOption = TransformOptions['classes'][number]

const occupiedText = ({ pupil_count, capacity }: ClassOption) =>
  capacity === null ? childrenText(pupil_count) : `${pupil_count} von ${capacity} Plätzen belegt`

/** With those who will probably stay after the turn of the year: „12 bleiben voraussichtlich, 13 von 25 Plätzen frei“. */
const classText = (one: ClassOption) => {
  const { pupil_count, staying_count, capacity } = one
  if (!staying_count) return occupiedText(one)
  const free = capacity !== null && Math.max(0, capacity - pupil_count - staying_count)
  return [
    pupil_count > 0 && `${pupil_count} neu aufgenommen`,
    `${staying_count} ${staying_count === 1 ? 'bleibt' : 'bleiben'} voraussichtlich`,
    free !== false && `${free} von ${capacity} Plätzen frei`,
  ]
    .filter(Boolean)
    .join(', ')
}

const suggestedText = (options: TransformOptions, { id }: ClassOption) => {
  const least = leastFull(options)
  if (options.classes.length < 2 || least[0]?.id !== id) return ''
  return least.length === 1 ? ' · Vorschlag: die wenigsten Kinder' : ' · Vorschlag'
}

/** Before the turn of the year nobody is in the classes of the next one but those who were taken over. */
const occupancyText = ({ school_year, classes: offered }: TransformOptions, isNow: boolean) => {
  const text = `Belegung im Schuljahr ${school_year.name}`
  if (isNow) return text
  return offered.some(({ staying_count }) => staying_count !== null)
    ? `${text}, nach dem Schuljahreswechsel`
    : `${text}. Wer nach dem Schuljahreswechsel in der Klasse bleibt, zählt noch nicht mit.`
}

const ClassField = ({ options, choice, choose, errors }: Transform) => {
  const isNow = useSignedIn()?.school?.schoolyear === options.school_year.name
  return (
    <RadioField
      id="schoolclass_id"
      label="Klasse"
      description={options.classes.length > 0 && occupancyText(options, isNow)}
      value={choice.schoolclass}
      onChange={(schoolclass) => choose({ schoolclass })}
      error={errors.schoolclass_id}
      options={[
        ...options.classes.map((one) => ({
          value: String(one.id),
          label: one.classgradePlain,
          description: classText(one) + suggestedText(options, one),
        })),
        { value: OPEN_CLASS, label: 'Klasse noch offen' },
      ]}
    />
  )
}

/** What the button below will do, as far as it is known whether the child is new; and that it is for good. */
const OutcomeLine = ({ details, options, choice }: Transform & Pick<BodyProps, 'details'>) => {
  const chosen = options.classes.find(({ id }) => String(id) === choice.schoolclass)
  const where = chosen ? `in die Klasse ${chosen.classgradePlain}` : 'noch ohne Klasse'
  const outcome = `${childName(details)} wird zum ${formatDate(options.date_entry)} ${where} aufgenommen. `
  return (
    <p className="sh-flush sh-below-2">
      {choice.child !== '' && !isLink(choice.child) && outcome}
      Das lässt sich nicht rückgängig machen.
    </p>
  )
}

interface TransformDialogProps {
  details: RegistrationDetails
  isOpen: boolean
  /** Goes on to telling the family instead. */
  onInform: () => void
  onClose: () => void
}
type BodyProps = Omit<TransformDialogProps, 'isOpen'>

/** Class, duplicates and guardians for the step from application to pupil (domain §3.3). */
const TransformForm = ({ details, options, onInform, onClose }: BodyProps & { options: TransformOptions }) => {
  const transform = useTransform(details, options, onClose)
  const isNew = !isLink(transform.choice.child)
  return (
    <form ref={transform.form} onSubmit={submits(transform.submit)} noValidate>
      <Stack gap="md">
        <Text c="dimmed">
          {`geb. ${formatDate(details.child_birthdate)} · Klassenstufe ${options.grade} · Schuljahr ${options.school_year.name}`}
        </Text>
        {transform.isWished && <WishField {...transform} />}
        <OpenWarningsCard details={details} options={options} onInform={onInform} />
        <TransformChildField {...transform} />
        <OpenPointsCard details={details} options={options} />
        {isNew && <ClassField {...transform} />}
        {isNew && (
          <>
            <SiblingsPart {...transform} />
            <TransformGuardiansField {...transform} />
          </>
        )}
        <p className="sh-quiet sh-small sh-flush">Klasse und Angaben ändern Sie danach auf der Seite des Kindes.</p>
        <div className={classes.buttons}>
          <OutcomeLine details={details} {...transform} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Abbrechen
            </Button>
            <ActionButton type="submit" isRunning={transform.isRunning}>
              {isNew ? 'Übernehmen' : 'Verknüpfen'}
            </ActionButton>
          </Group>
        </div>
      </Stack>
    </form>
  )
}

/** The choices are asked for at each opening: classes fill and duplicates appear meanwhile. */
const TransformBody = ({ details, onInform, onClose }: BodyProps) => {
  const input = { params: { id: details.id } }
  const options = useQuery({
    ...queryFor(registrationEndpoints.transformOptions, input, { quiet: true }),
    queryFn: ({ signal }) => whenDecided(() => call(registrationEndpoints.transformOptions, { ...input, signal })),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (options.data)
    return <TransformForm details={details} options={options.data} onInform={onInform} onClose={onClose} />
  if (options.isPending) return <LoadingText />
  return (
    <>
      <Text role="alert">{failureText(options.error)}</Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>Schließen</Button>
      </Group>
    </>
  )
}

/** Makes a pupil of an accepted application (domain §3.3). */
export const TransformDialog = ({ isOpen, ...props }: TransformDialogProps) => {
  const [opened] = useOpenState(isOpen)
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      size={560}
      // The choices come later: the title takes the focus, not the whole dialog.
      title={
        <span tabIndex={-1} data-autofocus>
          {`Als SuS übernehmen: ${childName(props.details)}`}
        </span>
      }
      onExitTransitionEnd={focusTitleIfLost}
    >
      <TransformBody {...props} />
    </Modal>
  )
}

import { Alert, Title } from '@mantine/core'
import { ListOrdered, Plus, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { counted } from '#contract/counted.ts'
import { isOfAge } from '#contract/dates.ts'
import { callPlaceOf, FAMILY_MAX, type PupilGuardian, phonesOf } from '#contract/families/families.ts'
import { fullName } from '#contract/person-names.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { useLabels, useMay, useToday } from '#web/api/base-data.ts'
import { May } from '#web/api/May.tsx'
import { BackToCircularWidget } from '#web/domains/circulars/BackToCircularWidget.tsx'
import { DataConfirmedWidget } from '#web/domains/datachecks/DataConfirmedWidget.tsx'
import { UnreachableWidget } from '#web/domains/outboxes/UnreachableWidget.tsx'
import { FoldedOnPhones } from '#web/ui/FoldedPart.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { ReachList } from '#web/ui/ReachList.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import classes from './Families.module.css'
import type { FamilySubject } from './FamilyChosenDialog.tsx'
import { removeContactPerson, removeGuardian } from './family-actions.tsx'
import { ContactPersonCard, GuardianCard } from './GuardianCard.tsx'
import { useFamilyDialogs } from './use-family-dialogs.tsx'

/** What is missing to reach somebody who may decide (domain §1.7). */
const lackOf = (guardians: readonly PupilGuardian[]) => {
  if (guardians.length === 0) return 'Es ist niemand eingetragen.'
  const custodians = guardians.filter(({ has_custody }) => has_custody)
  if (custodians.length === 0) return 'Es ist niemand mit Sorgerecht eingetragen.'
  if (guardians.every((one) => one.mail === null && phonesOf(one).length === 0))
    return 'Es gibt keine Telefonnummer und keine E-Mail-Adresse.'
  return undefined
}

/** A proof is needed for the contract, not today (domain §1.7); of one person alone nobody knows whether another comes. */
const openProofOf = (guardians: readonly PupilGuardian[]) => {
  const [only, ...others] = guardians.filter(({ has_custody }) => has_custody)
  // Undefined: not told to this viewer.
  if (others.length > 0 || only?.custody_proof_seen_at !== null) return undefined
  return guardians.length === 1
    ? 'Bisher ist eine Person eingetragen. Hat sie das Sorgerecht allein, tragen Sie bei ihr bitte den Nachweis ein.'
    : 'Alleiniges Sorgerecht: Der Nachweis ist noch nicht eingetragen.'
}

/** What somebody still gets and decides when the pupil is of age (domain §5.5); stored it stays as it was. */
const sinceOfAge = (guardian: PupilGuardian, areInformed: boolean | undefined): PupilGuardian => ({
  ...guardian,
  has_custody: false,
  custody_proof_seen_at: null,
  ...(!areInformed && { receives_letters: false, receives_sicknote_mail: false }),
})

const OwnReach = ({ pupil }: { pupil: PupilDetails }) => {
  const { phone, mail } = pupil
  if (!phone && !mail) return null
  return (
    <div className={classes.person}>
      <Title order={3}>{fullName(pupil)} selbst</Title>
      <ReachList phones={phone ? [{ number: phone }] : []} mail={mail ?? null} />
      <UnreachableWidget kind="pupil" id={pupil.id} mail={mail} />
    </div>
  )
}

/** A phone shows two people at once; the others are a touch away, and whom to call in an emergency stands above. */
const FirstTwo = ({ all }: { all: readonly ReactNode[] }) => {
  const others = all.slice(2)
  return (
    <>
      {all.slice(0, 2)}
      {others.length > 0 && (
        <FoldedOnPhones name="weitere-kontakte" summary={counted(others.length, 'weitere Person', 'weitere Personen')}>
          {others}
        </FoldedOnPhones>
      )}
    </>
  )
}

interface GuardiansWidgetProps {
  pupil: PupilDetails
  /** Opens the parents' link, which is offered to be renewed when custody changes (domain §5.6). */
  onRenewLink?: (() => void) | undefined
  /** People whose numbers stand further up on the page, so that they are not repeated: `guardian 7`, `contact 3`. */
  calledAbove?: readonly string[]
}

/**
 * People to call, custodians, and people who may pick up the child (ux §3.4); nothing when the viewer gets no contacts.
 */
export const GuardiansWidget = ({ pupil, onRenewLink, calledAbove = [] }: GuardiansWidgetProps) => {
  const today = useToday()
  const may = useMay()
  const isChangeable = may('manage pupil') && pupil.deleted_at === undefined
  const { guardian: title } = useLabels()
  const dialogs = useFamilyDialogs(pupil, { onRenewLink, isChangeable })
  const { guardians, contact_persons: contacts = [] } = pupil
  const actionsOf = (subject: FamilySubject, remove: () => Promise<unknown>, onPackage?: () => void) =>
    isChangeable ? { onEdit: () => dialogs.open(subject), onRemove: () => void remove(), onPackage } : undefined
  const packageOf = (id: number) =>
    may('export personal data') ? () => dialogs.open({ kind: 'package', id }) : undefined
  if (!guardians) return null
  const isAdult = pupil.birthdate !== undefined && isOfAge(pupil.birthdate, today)
  const lack = !isAdult && lackOf(guardians)
  const openProof = !isAdult && openProofOf(guardians)
  const everybody = [
    ...guardians.map((one) => (
      <GuardianCard
        key={one.guardian_id}
        hasPhones={!calledAbove.includes(`guardian ${one.guardian_id}`)}
        guardian={isAdult ? sinceOfAge(one, pupil.parents_informed) : one}
        rank={callPlaceOf(pupil, { kind: 'guardian', id: one.guardian_id })}
        actions={actionsOf(
          { kind: 'guardian', id: one.guardian_id },
          () => removeGuardian(one, { pupil, onRenewLink }),
          packageOf(one.guardian_id),
        )}
      />
    )),
    ...contacts.map((one) => (
      <ContactPersonCard
        key={`contact ${one.id}`}
        person={one}
        hasPhones={!calledAbove.includes(`contact ${one.id}`)}
        today={today}
        rank={callPlaceOf(pupil, { kind: 'contact_person', id: one.id })}
        actions={actionsOf({ kind: 'contact', id: one.id }, () => removeContactPerson(one, pupil))}
      />
    )),
  ]
  const isFull = guardians.length + contacts.length >= FAMILY_MAX
  return (
    <TitledCard id="contacts" title={`${title} & Kontakte`} gap="xs">
      <BackToCircularWidget />
      {lack && (
        <Alert color="yellow" icon={<TriangleAlert size={20} aria-hidden />} mb="sm">
          {lack}
        </Alert>
      )}
      {openProof && <p className={`sh-quiet sh-small ${classes.hint}`}>{openProof}</p>}
      <May do="manage pupil">
        <DataConfirmedWidget pupilId={pupil.id} />
      </May>
      <FirstTwo all={everybody} />
      <OwnReach pupil={pupil} />
      {isChangeable && (
        <div className="sh-wrap sh-gap-2 sh-above-5 sh-screen-only">
          {!isFull && (
            <>
              <IconButton icon={Plus} onClick={() => dialogs.open({ kind: 'guardian' })}>
                Sorgeberechtigte Person
              </IconButton>
              <IconButton icon={Plus} onClick={() => dialogs.open({ kind: 'contact' })}>
                Kontaktperson
              </IconButton>
            </>
          )}
          {guardians.length + contacts.length > 0 && (
            <IconButton icon={ListOrdered} onClick={() => dialogs.open({ kind: 'order' })}>
              Reihenfolge im Notfall
            </IconButton>
          )}
        </div>
      )}
      {dialogs.shown}
    </TitledCard>
  )
}

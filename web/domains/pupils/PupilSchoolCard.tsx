import { Link } from '@tanstack/react-router'
import { ArrowRightLeft, DoorOpen, Undo2 } from 'lucide-react'
import { formatDate } from '#contract/dates.ts'
import { PUPIL_LABELS } from '#contract/pupils/pupil.record.ts'
import type { Membership, PupilDetails } from '#contract/pupils/pupils.details.ts'
import { EXIT_REASON_LABELS, hasLeft } from '#contract/pupils/pupils.ts'
import { useMay } from '#web/api/base-data.ts'
import { EditableCard } from '#web/forms/EditableCard.tsx'
import { paths } from '#web/paths.ts'
import { FactList } from '#web/ui/FactList.tsx'
import { FoldedOnPhones } from '#web/ui/FoldedPart.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import page from '#web/ui/record-page.module.css'
import type { PupilDialogs } from './PupilActionsMenu.tsx'
import { takeExitBack, useMayChange } from './pupil-actions.tsx'

const periodText = ({ date_start, date_end }: Membership, today: string) => {
  if (date_end) return `${formatDate(date_start)} bis ${formatDate(date_end)}`
  return date_start > today ? `ab ${formatDate(date_start)}` : `seit ${formatDate(date_start)}`
}

const MembershipLine = ({ membership, today }: { membership: Membership; today: string }) => {
  const { school_year, schoolgrade, schoolclass, date_start } = membership
  const maySee = useMay()
  const opensClass = maySee('view schoolclasses') || maySee('view attached schoolclasses')
  const name = schoolclass && `Klasse ${schoolclass.classgradePlain}`
  return (
    <li>
      <span>
        {name && opensClass ? <Link to={paths.schoolclass(schoolclass.id)}>{name}</Link> : name}
        {!name && `Stufe ${schoolgrade.grade}, Klasse noch offen`}
        <span className="sh-quiet sh-flush">
          {' '}
          · {school_year.name}
          {date_start > today && ' · geplant'}
        </span>
      </span>
      <span className="sh-quiet sh-flush">{periodText(membership, today)}</span>
    </li>
  )
}

interface PupilSchoolCardProps {
  pupil: PupilDetails
  today: string
  dialogs: PupilDialogs
}

const SchoolButtons = ({ pupil, dialogs }: Omit<PupilSchoolCardProps, 'today'>) => {
  const mayMove = useMay()('manage schoolclass') && !hasLeft(pupil)
  const mayChange = useMayChange(pupil)
  if (pupil.deleted_at || !(mayMove || mayChange)) return null
  return (
    <div className="sh-wrap sh-above-4 sh-gap-2 sh-screen-only">
      {mayMove && (
        <IconButton icon={ArrowRightLeft} onClick={() => dialogs.open('class')}>
          Klasse wechseln
        </IconButton>
      )}
      {mayChange && (
        <IconButton icon={DoorOpen} onClick={() => dialogs.open('exit')}>
          {pupil.date_exit ? 'Abgang ändern' : 'Abgang eintragen'}
        </IconButton>
      )}
      {mayChange && pupil.date_exit && (
        <IconButton icon={Undo2} onClick={() => void takeExitBack(pupil)}>
          Abgang zurücknehmen
        </IconButton>
      )}
    </div>
  )
}

/** In which classes the child is, was and will be (domain §1.6: memberships are dated), and when it leaves; class B. */
export const PupilSchoolCard = ({ pupil, today, dialogs }: PupilSchoolCardProps) => {
  const { memberships, date_exit, exit_reason, next_school, registration } = pupil
  if (!memberships) return null
  return (
    <EditableCard name="schule" headingId="school" title="Klassen">
      <FoldedOnPhones name="schule" summary="Klassen und Schuljahre">
        {memberships.length > 0 ? (
          <ul className={`sh-plain-list ${page.list}`} aria-label="Klassen">
            {memberships.map((one) => (
              <MembershipLine key={`${one.date_start} ${one.schoolclass?.id}`} membership={one} today={today} />
            ))}
          </ul>
        ) : (
          <p className="sh-quiet sh-flush">Noch in keiner Klasse.</p>
        )}
        <FactList
          facts={[
            { label: PUPIL_LABELS.date_exit, value: date_exit && formatDate(date_exit) },
            { label: PUPIL_LABELS.exit_reason, value: exit_reason && EXIT_REASON_LABELS[exit_reason] },
            { label: PUPIL_LABELS.next_school, value: next_school },
            {
              label: 'Bewerbung',
              value: registration && <Link to={paths.registration(registration.id)}>{registration.number}</Link>,
            },
          ]}
        />
      </FoldedOnPhones>
      <SchoolButtons pupil={pupil} dialogs={dialogs} />
    </EditableCard>
  )
}

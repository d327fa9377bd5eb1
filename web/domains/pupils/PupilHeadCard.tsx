import { Alert, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CircleUserRound, Trash2, Undo2 } from 'lucide-react'
import { lastBinDay } from '#contract/bin.ts'
import { ageOn, formatDate, formatDayOf, isOfAge } from '#contract/dates.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { hasLeft } from '#contract/pupils/pupils.ts'
import { useMay } from '#web/api/base-data.ts'
import { AwayTodayWidget } from '#web/domains/absences/AbsencesWidget.tsx'
import { paths } from '#web/paths.ts'
import page from '#web/ui/record-page.module.css'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { BlockingNoteCard } from './BlockingNoteCard.tsx'
import { PupilStatusField } from './PupilStatusField.tsx'
import { restorePupil } from './pupil-actions.tsx'

const ClassText = ({ pupil: { schoolclass, schoolgrade } }: { pupil: PupilDetails }) => {
  const may = useMay()
  if (!schoolclass) return schoolgrade ? `Stufe ${schoolgrade.grade}, Klasse noch offen` : 'ohne Klasse'
  const name = `Klasse ${schoolclass.classgradePlain}`
  const opensClass = may('view schoolclasses') || may('view attached schoolclasses')
  return opensClass ? <Link to={paths.schoolclass(schoolclass.id)}>{name}</Link> : name
}

const ExitChip = ({ pupil }: { pupil: PupilDetails }) =>
  pupil.date_exit && !hasLeft(pupil) ? (
    <StatusChip tone="attention" icon="alert">{`geht am ${formatDate(pupil.date_exit)}`}</StatusChip>
  ) : null

/** When the pupil has left, the last day stands beside the status. */
const ExitText = ({ pupil }: { pupil: PupilDetails }) =>
  pupil.date_exit && hasLeft(pupil) ? <span>{`letzter Tag ${formatDate(pupil.date_exit)}`}</span> : null

const Siblings = ({ siblings = [] }: Pick<PupilDetails, 'siblings'>) =>
  siblings.length > 0 && (
    <span>
      Geschwister:{' '}
      {siblings.map(({ id, firstname, schoolclass }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link to={paths.pupil(id)}>
            {firstname}
            {schoolclass && ` ${schoolclass.classgradePlain}`}
          </Link>
        </span>
      ))}
    </span>
  )

const BinNotice = ({ pupil: { id, deleted_at } }: { pupil: PupilDetails }) =>
  deleted_at ? (
    <Alert color="yellow" mb="md" icon={<Trash2 size={20} aria-hidden />} title="Im Papierkorb">
      <p style={{ marginTop: 0 }}>
        Gelöscht am {formatDayOf(deleted_at)}. Der Eintrag bleibt bis zum {formatDate(lastBinDay(deleted_at))} und wird
        dann endgültig entfernt.
      </p>
      <Button variant="default" leftSection={<Undo2 size={20} aria-hidden />} onClick={() => void restorePupil(id)}>
        Wiederherstellen
      </Button>
    </Alert>
  ) : null

/** Domain §5.5: from 18 on only the pupil has a say; what ends by itself, and what people have to mind. */
const OfAgeCard = ({ pupil: { firstname } }: { pupil: Pick<PupilDetails, 'firstname'> }) => {
  const givesLink = useMay()('manage pupil')
  return (
    <Alert color="yellow" mb="md" icon={<CircleUserRound size={20} aria-hidden />} title="Volljährig">
      {firstname} ist volljährig und entscheidet selbst. Die Eltern bekommen keine E-Mails zu Abwesenheiten mehr, und
      ihr Elternlink gilt nicht mehr. Bitte geben Sie ihnen nur Auskunft, wenn {firstname} einverstanden ist.
      {givesLink && ` Den neuen Link geben Sie ${firstname} selbst.`}
    </Alert>
  )
}

/** Who it is in one line, and what must not be overlooked (ux §3.4). */
export const PupilHeadCard = ({ pupil, today }: { pupil: PupilDetails; today: string }) => {
  const { birthdate, school_year } = pupil
  const isHere = !pupil.deleted_at && !hasLeft(pupil)
  return (
    <>
      <div className={page.lead}>
        <PupilStatusField status={pupil.status} />
        {!pupil.deleted_at && <AwayTodayWidget pupilId={pupil.id} />}
        <ExitChip pupil={pupil} />
        <ExitText pupil={pupil} />
        <span>
          <ClassText pupil={pupil} />
          {birthdate && ` · ${ageOn(birthdate, today)} Jahre`}
          {school_year && ` · Schuljahr ${school_year.name}`}
        </span>
        <Siblings siblings={pupil.siblings} />
      </div>
      <BinNotice pupil={pupil} />
      {pupil.has_blocking_note && <BlockingNoteCard />}
      {isHere && birthdate && isOfAge(birthdate, today) && <OfAgeCard pupil={pupil} />}
    </>
  )
}

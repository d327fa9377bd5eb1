import { Alert, Box } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Trash2, Undo2 } from 'lucide-react'
import { Fragment, lazy, Suspense } from 'react'
import { lastBinDay } from '#contract/bin.ts'
import { ageOn, formatDate, formatDayOf } from '#contract/dates.ts'
import type { Membership, PupilDetails } from '#contract/pupils/pupils.details.ts'
import { hasLeft } from '#contract/pupils/pupils.ts'
import { SICKNOTE_EDITORS } from '#contract/sicknotes/sicknotes.ts'
import { useLabels, useMay } from '#web/api/base-data.ts'
import { AwayTodayWidget } from '#web/domains/absences/AbsencesWidget.tsx'
import { paths } from '#web/paths.ts'
import { ContentsMenu } from '#web/ui/ContentsMenu.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { BlockingNoteCard } from './BlockingNoteCard.tsx'
import { PupilEmergencyCard } from './PupilEmergencyCard.tsx'
import { PupilStatusField } from './PupilStatusField.tsx'
import { restorePupil } from './pupil-actions.tsx'
import { PERSON_SECTION } from './record-sections.ts'

/** Says when a future pupil begins, and in which grade. */
const beginText = ({ date_start, schoolclass, schoolgrade: { grade } }: Membership) =>
  `ab ${formatDate(date_start)}, ${schoolclass ? `Klasse ${schoolclass.classgradePlain}` : `Klassenstufe ${grade}`}`

const ClassText = ({ pupil, today }: { pupil: PupilDetails; today: string }) => {
  const { schoolclass, schoolgrade, status, memberships } = pupil
  const may = useMay()
  const first = status === 'upcoming' && memberships?.findLast(({ date_start }) => date_start > today)
  if (first) return beginText(first)
  if (!schoolclass) return schoolgrade ? `Stufe ${schoolgrade.grade}, Klasse noch offen` : 'ohne Klasse'
  const name = `Klasse ${schoolclass.classgradePlain}`
  const opensClass = may('view schoolclasses') || may('view attached schoolclasses')
  return opensClass ? <Link to={paths.schoolclass(schoolclass.id)}>{name}</Link> : name
}

const Siblings = ({ siblings = [] }: Pick<PupilDetails, 'siblings'>) =>
  siblings.length > 0 && (
    <>
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
    </>
  )

const ComingOfAgeCard = lazy(() =>
  import('./ComingOfAgeCard.tsx').then((module) => ({ default: module.ComingOfAgeCard })),
)

/** On a phone the people around the child come before its record. */
const PHONE_FIRST: readonly string[] = ['kontakte', 'abwesenheit']
const PHONE_LAST: readonly string[] = ['schule', 'verlauf']
const rankOnPhone = (id: string) => (PHONE_FIRST.includes(id) ? 0 : PHONE_LAST.includes(id) ? 2 : 1)

/** Where the parts of the page are; only those the viewer gets (domain §3.6). */
const usePlaces = ({ guardians, memberships, deleted_at }: PupilDetails) => {
  const may = useMay()
  const { guardian } = useLabels()
  const isTeacher = may('view attached pupil') && !may('view pupil')
  const isHere = deleted_at === undefined
  const manages = isHere && may('manage pupil')
  const isNarrow = useNarrow()
  const places = [
    { id: PERSON_SECTION.name, title: 'Stammdaten', isThere: true },
    { id: 'kontakte', title: `${guardian} & Kontakte`, isThere: isHere && guardians !== undefined },
    { id: 'abwesenheit', title: 'Abwesenheit', isThere: isHere && may(SICKNOTE_EDITORS) },
    { id: 'schule', title: 'Schule', isThere: memberships !== undefined },
    { id: 'vertraulich', title: 'Vertraulich', isThere: isHere && (isTeacher || may('view pupil sensitive')) },
    { id: 'einwilligungen', title: 'Einwilligungen', isThere: isHere && (isTeacher || manages) },
    { id: 'notizen', title: 'Notizen', isThere: isHere && (manages || may('view attached pupil')) },
    { id: 'verlauf', title: 'Verlauf', isThere: manages },
  ].filter(({ isThere }) => isThere)
  return isNarrow ? places.toSorted((a, b) => rankOnPhone(a.id) - rankOnPhone(b.id)) : places
}

/** The ways to the parts of the page: above whom to call on a phone, whose screen that fills, else below. */
const Places = ({ pupil, isAbove }: { pupil: PupilDetails; isAbove: boolean }) => {
  const places = usePlaces(pupil)
  const isNarrow = useNarrow() === true
  if (isAbove !== isNarrow || places.length < 2) return null
  return (
    <div className="sh-flush sh-below-4 sh-screen-only">
      <ContentsMenu places={places} />
    </div>
  )
}

/** Who it is in one line, and what must not be overlooked (ux §3.4); then the ways to the parts of the page. */
export const PupilHeadCard = ({ pupil, today }: { pupil: PupilDetails; today: string }) => {
  const { birthdate, school_year, date_exit, deleted_at } = pupil
  const isHere = !deleted_at && !hasLeft(pupil)
  const facts = [
    { key: 'exit', shown: date_exit && hasLeft(pupil) && `letzter Tag ${formatDate(date_exit)}` },
    { key: 'class', shown: <ClassText pupil={pupil} today={today} /> },
    { key: 'age', shown: birthdate && `${ageOn(birthdate, today)} Jahre` },
    { key: 'year', shown: school_year && `Schuljahr ${school_year.name}` },
    { key: 'siblings', shown: pupil.siblings?.length && <Siblings siblings={pupil.siblings} /> },
  ].filter(({ shown }) => shown)
  return (
    <>
      <Box mt={-12} mb="lg" className="sh-row sh-gap-3 sh-rows-2">
        <PupilStatusField status={pupil.status} />
        {!deleted_at && <AwayTodayWidget pupilId={pupil.id} />}
        {date_exit && !hasLeft(pupil) && (
          <StatusChip tone="attention" icon="alert">{`geht am ${formatDate(date_exit)}`}</StatusChip>
        )}
        <span>
          {facts.map(({ key, shown }, index) => (
            <Fragment key={key}>
              {index > 0 && ' · '}
              {shown}
            </Fragment>
          ))}
        </span>
      </Box>
      {deleted_at && (
        <Alert color="yellow" mb="md" icon={<Trash2 size={20} aria-hidden />} title="Im Papierkorb">
          <p style={{ marginTop: 0 }}>
            Gelöscht am {formatDayOf(deleted_at)}. Der Eintrag bleibt bis zum {formatDate(lastBinDay(deleted_at))} und
            wird dann endgültig entfernt.
          </p>
          <IconButton icon={Undo2} onClick={() => void restorePupil(pupil.id)}>
            Wiederherstellen
          </IconButton>
        </Alert>
      )}
      {pupil.has_blocking_note && <BlockingNoteCard />}
      {isHere && pupil.parents_informed !== undefined && (
        <Suspense fallback={null}>
          <ComingOfAgeCard pupil={pupil} today={today} />
        </Suspense>
      )}
      <Places pupil={pupil} isAbove />
      {isHere && <PupilEmergencyCard pupil={pupil} />}
      <Places pupil={pupil} isAbove={false} />
    </>
  )
}

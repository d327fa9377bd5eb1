import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { absenceEndpoints, type PupilAbsences } from '#contract/absences/absences.ts'
import { counted } from '#contract/counted.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { isAbsence, isTodayNote } from '#contract/sicknotes/sicknotes.rules.ts'
import { SICKNOTE_EDITORS, type Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { useMay, useToday } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { AwayMarkWidget } from '#web/domains/sicknotes/AwayMarkWidget.tsx'
import { EditableCard } from '#web/forms/EditableCard.tsx'
import { FactList } from '#web/ui/FactList.tsx'
import { FoldedPart } from '#web/ui/FoldedPart.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { comingText, countText, HALF_NAMES, shownHalves } from './absence-texts.ts'

type Half = PupilAbsences['halves'][number]

/** The hash that leads to the card. */
const NAME = 'abwesenheit'

const moreText = ({ notes }: PupilAbsences) =>
  notes.length === 0
    ? 'Kalender und Wochentage'
    : `Kalender, Wochentage und ${counted(notes.length, 'Meldung', 'Meldungen')}`

/** The absences of a school year; missing: the present one. */
const pupilAbsencesQuery = (id: number, school_year_id: number | undefined) =>
  queryFor(absenceEndpoints.pupil, { params: { id }, query: { school_year_id } }, { quiet: true, keepPrevious: true })

const counts = ({ cancelled_at, leave }: Sicknote) => cancelled_at === null && isAbsence(leave?.decision)

/** Whether a child is away today, beside its name (ux §3.4); nothing where it is not. */
export const AwayTodayWidget = ({ pupilId }: { pupilId: number }) => {
  const isEditor = useMay()(SICKNOTE_EDITORS)
  const today = useToday()
  const { data } = useQuery({ ...pupilAbsencesQuery(pupilId, undefined), enabled: isEditor })
  return <AwayMarkWidget notes={(data?.notes ?? []).filter((note) => counts(note) && isTodayNote(note, today))} />
}

const YearField = ({ absences, onChoose }: { absences: PupilAbsences; onChoose: (id: number) => void }) =>
  absences.schoolyears.length > 1 ? (
    <NativeSelect
      aria-label="Schuljahr der Fehlzeiten"
      size="sm"
      value={String(absences.schoolyear.id)}
      data={absences.schoolyears.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(event) => onChoose(Number(event.currentTarget.value))}
    />
  ) : null

/** What counts in a half-year, and what the notes would make of a closed one now. */
const HalfSum = ({ half: { count, counted_now, is_closed }, coming }: { half: Half; coming: string | undefined }) => (
  <>
    {countText(count)}
    {coming && <span className="sh-quiet sh-small sh-block">{coming}</span>}
    {is_closed && <span className="sh-quiet sh-small sh-block">festgeschrieben</span>}
    {counted_now && (
      <span className="sh-small sh-warn sh-block">Nach den heutigen Meldungen wären es: {countText(counted_now)}.</span>
    )}
  </>
)

const AbsenceDetailsCard = lazy(() =>
  import('./AbsenceDetailsCard.tsx').then((module) => ({ default: module.AbsenceDetailsCard })),
)

/** The sums stand there at once; a link that names the card, and whoever wants to know more, opens the rest. */
const Shown = ({ absences, today }: { absences: PupilAbsences; today: string }) => (
  <>
    <FactList
      facts={shownHalves(absences.halves, today).map((half) => ({
        label: HALF_NAMES[half.half],
        value: <HalfSum half={half} coming={comingText(half, absences.days, today)} />,
      }))}
    />
    <FoldedPart name={NAME} summary={moreText(absences)}>
      <Suspense fallback={<LoadingText />}>
        <AbsenceDetailsCard absences={absences} today={today} />
      </Suspense>
    </FoldedPart>
  </>
)

/** Absences of one child in a school year: counts, year strip, weekdays and all notes (domain §3.6, ux §3.4). */
export const AbsencesWidget = ({ pupil }: { pupil: PupilDetails }) => {
  const isEditor = useMay()(SICKNOTE_EDITORS)
  const today = useToday()
  const [yearId, setYearId] = useState<number>()
  const loaded = useQuery({ ...pupilAbsencesQuery(pupil.id, yearId), enabled: isEditor })
  if (!isEditor) return null
  const { data } = loaded
  return (
    <EditableCard
      name={NAME}
      headingId="absences"
      title="Abwesenheit"
      tools={<div className="sh-screen-only">{data && <YearField absences={data} onChoose={setYearId} />}</div>}
    >
      <Loaded query={loaded}>{(absences) => <Shown absences={absences} today={today} />}</Loaded>
    </EditableCard>
  )
}

import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { HeartPulse } from 'lucide-react'
import { useState } from 'react'
import type { PupilAbsences } from '#contract/absences/absences.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { SICKNOTE_EDITORS } from '#contract/sicknotes/sicknotes.ts'
import { useMay, useToday } from '#web/api/base-data.ts'
import { NoteLinesWidget } from '#web/domains/sicknotes/NoteLinesWidget.tsx'
import { SicknoteDialogWidget } from '#web/domains/sicknotes/SicknoteDialogWidget.tsx'
import { EditableCard } from '#web/forms/EditableCard.tsx'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { AbsenceStripCard, StripLegendCard } from './AbsenceStripCard.tsx'
import { pupilAbsencesQuery } from './absence-queries.ts'
import { countText, HALF_NAMES } from './absence-texts.ts'
import classes from './absences.module.css'
import { WeekdaysCard } from './WeekdaysCard.tsx'

type Half = PupilAbsences['halves'][number]

const HalfPart = ({ half, absences, today }: { half: Half; absences: PupilAbsences; today: string }) => (
  <div className="sh-grid sh-gap-1">
    <div className="sh-words sh-spread sh-gap-3 sh-rows-0">
      <h3 className={`sh-bold sh-flush ${classes.subtitle}`}>{HALF_NAMES[half.half]}</h3>
      {half.is_closed && (
        <StatusChip tone="neutral" icon="check">
          festgeschrieben
        </StatusChip>
      )}
    </div>
    <p className="sh-flush">{countText(half.count)}</p>
    {half.counted_now && (
      <p className="sh-small sh-warn sh-flush">Nach den heutigen Meldungen wären es: {countText(half.counted_now)}.</p>
    )}
    <AbsenceStripCard half={half} absences={absences} today={today} />
  </div>
)

interface YearFieldProps {
  absences: PupilAbsences
  onChoose: (id: number) => void
}

const YearField = ({ absences: { schoolyear, schoolyears }, onChoose }: YearFieldProps) =>
  schoolyears.length > 1 ? (
    <NativeSelect
      aria-label="Schuljahr der Fehlzeiten"
      size="sm"
      value={String(schoolyear.id)}
      data={schoolyears.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(event) => onChoose(Number(event.currentTarget.value))}
    />
  ) : null

const Shown = ({ absences, today }: { absences: PupilAbsences; today: string }) => {
  const coming = absences.days.filter(({ day, is_counted, is_partial }) => day > today && is_counted && !is_partial)
  return (
    <div className="sh-column sh-gap-5">
      <div className="sh-column sh-gap-4">
        {absences.halves.map((half) => (
          <HalfPart key={half.half} half={half} absences={absences} today={today} />
        ))}
        <StripLegendCard absences={absences} />
        {coming.length > 0 && (
          <p className="sh-quiet sh-small sh-flush">
            Mitgezählt sind schon gemeldete Tage, die noch bevorstehen: {coming.length}.
          </p>
        )}
      </div>
      <WeekdaysCard weekdays={absences.weekdays} />
      <NoteLinesWidget notes={absences.notes} />
    </div>
  )
}

interface AbsencesWidgetProps {
  pupil: PupilDetails
}

/** Absences of one child in a school year: counts, year strip, weekdays and all notes (domain §3.6, ux §3.4). */
export const AbsencesWidget = ({ pupil }: AbsencesWidgetProps) => {
  const isEditor = useMay()(SICKNOTE_EDITORS)
  const today = useToday()
  const [yearId, setYearId] = useState<number>()
  const [isReporting, setReporting] = useState(false)
  const loaded = useQuery({ ...pupilAbsencesQuery(pupil.id, yearId), enabled: isEditor })
  if (!isEditor) return null
  const { data } = loaded
  const hasLeft = pupil.status === 'left' || pupil.status === 'graduated'
  return (
    <EditableCard
      name="abwesenheit"
      headingId="absences"
      title="Abwesenheit"
      tools={
        <div className="sh-row sh-gap-2 sh-screen-only">
          {data && <YearField absences={data} onChoose={setYearId} />}
          {!hasLeft && (
            <Button
              variant="default"
              size="compact-md"
              leftSection={<HeartPulse size={18} aria-hidden />}
              onClick={() => setReporting(true)}
            >
              Krank melden
            </Button>
          )}
        </div>
      }
    >
      {!data && (loaded.isError ? <NotLoaded onRetry={() => void loaded.refetch()} /> : <LoadingText />)}
      {data && <Shown absences={data} today={today} />}
      <SicknoteDialogWidget pupils={[pupil]} opened={isReporting} onClose={() => setReporting(false)} />
    </EditableCard>
  )
}

import { Box, Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { HeartPulse } from 'lucide-react'
import { useState } from 'react'
import { absenceEndpoints, type PupilAbsences } from '#contract/absences/absences.ts'
import { counted } from '#contract/counted.ts'
import { SCHOOL_WEEKDAYS } from '#contract/dates.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { isAbsence, isTodayNote, isUnexplained } from '#contract/sicknotes/sicknotes.rules.ts'
import { SICKNOTE_EDITORS, type Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { useMay, useToday } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { NoteLinesWidget } from '#web/domains/sicknotes/NoteLinesWidget.tsx'
import { SicknoteDialogWidget } from '#web/domains/sicknotes/SicknoteDialogWidget.tsx'
import { EditableCard } from '#web/forms/EditableCard.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { StatusChip, type StatusLook } from '#web/ui/StatusChip.tsx'
import { AbsenceStripCard, StripLegendCard } from './AbsenceStripCard.tsx'
import { countText, HALF_NAMES } from './absence-texts.ts'
import classes from './absences.module.css'

type Half = PupilAbsences['halves'][number]

/** The absences of a school year; missing: the present one. */
const pupilAbsencesQuery = (id: number, school_year_id: number | undefined) =>
  queryFor(absenceEndpoints.pupil, { params: { id }, query: { school_year_id } }, { quiet: true, keepPrevious: true })

const counts = ({ cancelled_at, leave }: Sicknote) => cancelled_at === null && isAbsence(leave?.decision)

/** When several notes cover today, the one that needs action is shown. */
const lookOf = (notes: readonly Sicknote[]): (StatusLook & { text: string }) | undefined => {
  if (notes.length === 0) return undefined
  if (notes.every(isUnexplained)) return { tone: 'negative', icon: 'alert', text: 'fehlt heute' }
  const whole = notes.some(({ value }) => !value.partial)
  return { tone: 'attention', icon: 'dot', text: whole ? 'heute abgemeldet' : 'heute stundenweise abgemeldet' }
}

/** Whether a child is away today, beside its name (ux §3.4); nothing where it is not. */
export const AwayTodayWidget = ({ pupilId }: { pupilId: number }) => {
  const isEditor = useMay()(SICKNOTE_EDITORS)
  const today = useToday()
  const { data } = useQuery({ ...pupilAbsencesQuery(pupilId, undefined), enabled: isEditor })
  const look = lookOf((data?.notes ?? []).filter((note) => counts(note) && isTodayNote(note, today)))
  return look ? (
    <StatusChip tone={look.tone} icon={look.icon}>
      {look.text}
    </StatusChip>
  ) : null
}

/** On which weekdays a child was missing: as bars, and as numbers beside them. */
const WeekdaysCard = ({ weekdays }: { weekdays: readonly number[] }) => {
  const most = Math.max(...weekdays)
  if (most === 0) return null
  return (
    <div>
      <Box component="h3" className="sh-bold sh-flush" fz="var(--sh-text)">
        Nach Wochentagen
      </Box>
      <ul className={`sh-plain-list sh-above-1 sh-grid ${classes.weekdays}`}>
        {SCHOOL_WEEKDAYS.map((name, index) => {
          const count = weekdays[index] ?? 0
          return (
            <li key={name} className="sh-grid sh-small sh-gap-2">
              <span className="sh-quiet">
                <span aria-hidden>{name.slice(0, 2)}</span>
                <span className="sh-visually-hidden">{`${name}: ${counted(count, 'Tag', 'Tage')}`}</span>
              </span>
              <span className={classes.bar} style={{ inlineSize: `${(100 * count) / most}%` }} aria-hidden />
              <span className="sh-figures" aria-hidden>
                {count}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const HalfPart = ({ half, absences, today }: { half: Half; absences: PupilAbsences; today: string }) => (
  <div className="sh-grid sh-gap-1">
    <div className="sh-words sh-spread sh-gap-3 sh-rows-0">
      <Box component="h3" className="sh-bold sh-flush" fz="var(--sh-text)">
        {HALF_NAMES[half.half]}
      </Box>
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

/** Absences of one child in a school year: counts, year strip, weekdays and all notes (domain §3.6, ux §3.4). */
export const AbsencesWidget = ({ pupil }: { pupil: PupilDetails }) => {
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
      <Loaded query={loaded}>{(absences) => <Shown absences={absences} today={today} />}</Loaded>
      <SicknoteDialogWidget pupils={[pupil]} opened={isReporting} onClose={() => setReporting(false)} />
    </EditableCard>
  )
}

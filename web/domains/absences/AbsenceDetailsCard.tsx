import { Box } from '@mantine/core'
import type { PupilAbsences } from '#contract/absences/absences.ts'
import { counted } from '#contract/counted.ts'
import { SCHOOL_WEEKDAYS } from '#contract/dates.ts'
import { NoteLinesWidget } from '#web/domains/sicknotes/NoteLinesWidget.tsx'
import { AbsenceStripCard, StripLegendCard } from './AbsenceStripCard.tsx'
import { HALF_NAMES } from './absence-texts.ts'
import classes from './absences.module.css'

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

type Half = PupilAbsences['halves'][number]

const hasDays = ({ date_start, date_end }: Half, { days }: PupilAbsences) =>
  days.some(({ day }) => date_start <= day && day <= date_end)

/** Paper has no calendar in which nothing is marked. */
const HalfPart = ({ half, absences, today }: { half: Half; absences: PupilAbsences; today: string }) => (
  <div className={`sh-grid sh-gap-1 ${hasDays(half, absences) ? '' : 'sh-screen-only'}`}>
    <Box component="h3" className="sh-bold sh-flush" fz="var(--sh-text)">
      {HALF_NAMES[half.half]}
    </Box>
    <AbsenceStripCard half={half} absences={absences} today={today} />
  </div>
)

/** The year of a child day by day, the weekdays, and all notes; loaded when somebody opens it. */
export const AbsenceDetailsCard = ({ absences, today }: { absences: PupilAbsences; today: string }) => (
  <div className="sh-column sh-gap-5 sh-above-2">
    <div className="sh-column sh-gap-4">
      {absences.halves.map((half) => (
        <HalfPart key={half.half} half={half} absences={absences} today={today} />
      ))}
      <StripLegendCard absences={absences} />
    </div>
    <WeekdaysCard weekdays={absences.weekdays} />
    <NoteLinesWidget notes={absences.notes} />
  </div>
)

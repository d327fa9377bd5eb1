import { Check, CircleAlert, Hourglass, Minus, X } from 'lucide-react'
import { SICKNOTE_REASON_LABELS } from '#contract/sicknotes/sicknotes.reasons.ts'
import { EXCUSE_STATE_LABELS } from '#contract/sicknotes/sicknotes.ts'
import classes from './SicknoteWeek.module.css'
import type { NoteState } from './sicknote-texts.ts'

const SIGNS = { excused: Check, open: Hourglass, unexcused: X, unexplained: CircleAlert, not_required: Minus } as const

/** States that the reason beside the sign says already. */
const SAID_BY_REASON: readonly NoteState[] = ['not_required', 'unexplained']

const labelOf = (state: NoteState) =>
  state === 'unexplained' ? SICKNOTE_REASON_LABELS.unexplained : EXCUSE_STATE_LABELS[state]

/** Whether it is excused, as sign and colour; said to a screen reader in a word, unless the reason says it already. */
export const ExcuseMark = ({ state }: { state: NoteState }) => {
  const Sign = SIGNS[state]
  return (
    <>
      <Sign size={14} aria-hidden className={classes.sign} />{' '}
      {!SAID_BY_REASON.includes(state) && <span className="sh-visually-hidden">{`${labelOf(state)}: `}</span>}
    </>
  )
}

/** „offen“ alone would contradict the list of the day, where a note that somebody has seen is done for now. */
const LEGEND: Partial<Record<NoteState, string>> = {
  open: 'Entschuldigung offen',
  not_required: 'keine Entschuldigung nötig',
}

export interface ShownMark {
  state: NoteState
  isPart: boolean
}

/** What the colours say, as far as they occur; only who sees the reasons sees them. */
export const ExcuseLegend = ({ marks }: { marks: readonly ShownMark[] }) => {
  const states = (Object.keys(SIGNS) as NoteState[]).filter((state) => marks.some((mark) => mark.state === state))
  return (
    <ul className={`sh-plain-list sh-wrap sh-gap-3 sh-rows-1 sh-small sh-below-2 sh-screen-only ${classes.legend}`}>
      {states.map((state) => {
        const Sign = SIGNS[state]
        return (
          <li key={state} className={classes.absence} data-excuse={state}>
            <Sign size={14} aria-hidden className={classes.sign} /> {LEGEND[state] ?? labelOf(state)}
          </li>
        )
      })}
      {marks.some(({ isPart }) => isPart) && (
        <li className={classes.absence} data-part>
          nur ein Teil des Tages
        </li>
      )}
    </ul>
  )
}

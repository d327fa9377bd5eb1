import { Check, Hourglass, Minus, X } from 'lucide-react'
import { EXCUSE_STATE_LABELS, type Sicknote } from '#contract/sicknotes/sicknotes.ts'
import classes from './SicknoteWeek.module.css'

const EXCUSE_SIGNS = { excused: Check, open: Hourglass, unexcused: X, not_required: Minus } as const

/** Whether it is excused, as sign and colour; said to a screen reader in a word, unless the reason says it already. */
export const ExcuseMark = ({ state }: { state: Sicknote['excuse_state'] }) => {
  const Sign = EXCUSE_SIGNS[state]
  return (
    <>
      <Sign size={14} aria-hidden className={classes.sign} />{' '}
      {state !== 'not_required' && <span className="sh-visually-hidden">{`${EXCUSE_STATE_LABELS[state]}: `}</span>}
    </>
  )
}

/** „offen“ alone would contradict the list of the day, where a note that somebody has seen is done for now. */
const LEGEND = {
  excused: EXCUSE_STATE_LABELS.excused,
  open: 'noch nicht entschuldigt',
  unexcused: EXCUSE_STATE_LABELS.unexcused,
  not_required: 'beurlaubt oder befreit',
} as const

/** What the colours say; only who sees the reasons sees them. */
export const ExcuseLegend = () => (
  <ul className={`sh-plain-list sh-wrap sh-gap-3 sh-rows-1 sh-small sh-below-2 sh-screen-only ${classes.legend}`}>
    {(Object.keys(LEGEND) as (keyof typeof LEGEND)[]).map((state) => {
      const Sign = EXCUSE_SIGNS[state]
      return (
        <li key={state} className={classes.absence} data-excuse={state}>
          <Sign size={14} aria-hidden className={classes.sign} /> {LEGEND[state]}
        </li>
      )
    })}
    <li className={classes.absence} data-part>
      nur ein Teil des Tages
    </li>
  </ul>
)

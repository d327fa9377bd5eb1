import { lazy, Suspense } from 'react'
import { FilterPressField } from '#web/lists/FilterPressField.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { conditionChips, type PupilListState } from './pupil-list-query.ts'

const PupilConditionsDialog = lazy(() =>
  import('./PupilConditionsDialog.tsx').then((module) => ({ default: module.PupilConditionsDialog })),
)

interface ConditionsListProps {
  state: PupilListState
  /** Opens all of them to be changed. */
  onAsk: () => void
}

/** Each condition, to be taken away; a press opens all of them. */
export const ConditionsList = ({ state, onAsk }: ConditionsListProps) => {
  const chips = conditionChips(state)
  if (chips.length === 0) return null
  return (
    <ul className="sh-plain-list sh-wrap sh-gap-2 sh-screen-only" aria-label="Bedingungen">
      {chips.map(({ text, rest }) => (
        <li key={text} className="sh-shrinks">
          <FilterPressField text={text} onOpen={onAsk} onRemove={() => state.setFilter('filter', rest)} />
        </li>
      ))}
    </ul>
  )
}

interface PupilConditionsFieldProps extends Pick<ConditionsListProps, 'state'> {
  /** The conditions are being changed. */
  isAsking: boolean
  onAsk: (isAsking: boolean) => void
}

/** The conditions of the list below its name; on a phone they are among the filters. */
export const PupilConditionsField = ({ state, isAsking, onAsk }: PupilConditionsFieldProps) => {
  const isNarrow = useNarrow()
  return (
    <>
      {!isNarrow && state.filters.filter !== undefined && (
        <div className="sh-below-3">
          <ConditionsList state={state} onAsk={() => onAsk(true)} />
        </div>
      )}
      <Suspense fallback={null}>
        {isAsking && (
          <PupilConditionsDialog
            filter={state.filters.filter}
            onFilter={(filter) => state.setFilter('filter', filter)}
            onGone={() => onAsk(false)}
          />
        )}
      </Suspense>
    </>
  )
}

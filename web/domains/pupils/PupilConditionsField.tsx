import { lazy, Suspense } from 'react'
import { FilterPressField } from '#web/lists/FilterPressField.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { conditionChips, type PupilListState } from './pupil-list-query.ts'

const PupilConditionsDialog = lazy(() =>
  import('./PupilConditionsDialog.tsx').then((module) => ({ default: module.PupilConditionsDialog })),
)

interface PupilConditionsFieldProps {
  state: PupilListState
  /** The conditions are being changed. */
  isAsking: boolean
  onAsk: (isAsking: boolean) => void
}

/** The conditions of the list below its name, each to be taken away; a press opens all of them. */
export const PupilConditionsField = ({ state, isAsking, onAsk }: PupilConditionsFieldProps) => {
  const all = conditionChips(state)
  // A phone has no room for a line each: one chip opens all of them.
  const isFolded = useNarrow() && all.length > 1
  const chips = isFolded ? [{ text: `${all.length} Bedingungen`, rest: undefined }] : all
  return (
    <>
      {chips.length > 0 && (
        <ul className="sh-plain-list sh-wrap sh-gap-2 sh-below-3 sh-screen-only" aria-label="Bedingungen">
          {chips.map(({ text, rest }) => (
            <li key={text} className="sh-shrinks">
              <FilterPressField
                text={text}
                onOpen={() => onAsk(true)}
                onRemove={() => state.setFilter('filter', rest)}
              />
            </li>
          ))}
        </ul>
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

import type { MouseEvent as PressEvent } from 'react'
import type { RowSelection } from './data-table-props.ts'
import classes from './list-tools.module.css'

interface CheckProps {
  label: string
  isChecked: boolean
  /** Some of its rows are selected. */
  isMixed?: boolean
  /** With Shift also the rows between the last press and this one. */
  onToggle: (isRange: boolean) => void
}

/** A press with Shift selects rows and no text. */
export const keepText = (event: PressEvent<HTMLElement>) => {
  if (event.shiftKey) event.preventDefault()
}

export const isWithShift = (event: Event) => event instanceof MouseEvent && event.shiftKey

// A native box: rows with the kit's box take several times as long.
const Check = ({ label, isChecked, isMixed = false, onToggle }: CheckProps) => (
  <label className={`sh-inline sh-fixed sh-screen-only ${classes.check}`} onMouseDown={keepText}>
    <input
      type="checkbox"
      aria-label={label}
      checked={isChecked}
      ref={(box) => {
        if (box) box.indeterminate = isMixed
      }}
      onChange={({ currentTarget, nativeEvent }) => {
        onToggle(isWithShift(nativeEvent))
        currentTarget.focus()
      }}
    />
  </label>
)

interface RowCheckProps<T> extends Pick<CheckProps, 'onToggle'> {
  row: T
  selection: RowSelection<T>
}

/** The box before the name of a row. */
export const RowCheckField = <T,>({ row, selection, onToggle }: RowCheckProps<T>) => (
  <Check label={`${selection.nameOf(row)} auswählen`} isChecked={selection.isChosen(row)} onToggle={onToggle} />
)

interface AllRowsProps<T> {
  rows: readonly T[]
  selection: RowSelection<T>
}

/** The box in the head of a table: all rows or none. */
export const AllRowsCheckField = <T,>({ rows, selection }: AllRowsProps<T>) => {
  const count = rows.filter(selection.isChosen).length
  const isEvery = count > 0 && count === rows.length
  return (
    <Check
      label="Alle auswählen"
      isChecked={isEvery}
      isMixed={count > 0 && !isEvery}
      onToggle={() => selection.onChoose(rows, !isEvery)}
    />
  )
}

import { Button, Checkbox } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { StatusChip, type StatusLook } from '#web/ui/StatusChip.tsx'
import classes from './imports.module.css'

/** The cells that were wrong: they stay in their place while they are corrected. */
export const useWrongCells = (errors: Readonly<Record<string, unknown>>) => {
  const [wrong, setWrong] = useState<readonly string[]>([])
  const added = Object.keys(errors).filter((key) => !wrong.includes(key))
  if (added.length > 0) setWrong([...wrong, ...added])
  return wrong
}

interface ImportRowItemProps {
  /** The row's number in the file. */
  line: number
  name: string
  /** What tells people of the same name apart. */
  more: string
  isTaken: boolean
  /** Whether nobody can choose it. */
  isFixed: boolean
  onWish: (wish: boolean) => void
  state: { look: StatusLook; text: string }
  button: { text: string; isOpen?: boolean; onPress: () => void }
  /** What is wrong with it, beside its cells. */
  notes: ReactNode
  /** The cells in sight. */
  cells: readonly ReactNode[]
}

/** A row of the file: what it would become, what is wrong with it, and its cells to correct. */
export const ImportRowItem = (props: ImportRowItemProps) => {
  const { line, name, more, isTaken, isFixed, onWish, state, button, notes, cells } = props
  return (
    <li className="sh-padded-3 sh-grid sh-gap-2 sh-rule-above">
      <div className="sh-row sh-breaks sh-spread sh-gap-2">
        <Checkbox
          label={
            <>
              <span className="sh-quiet">{`Zeile ${line}`}</span> <strong>{name}</strong>{' '}
              <span className="sh-figures">{more}</span>
            </>
          }
          checked={isTaken}
          disabled={isFixed}
          onChange={(event) => onWish(event.currentTarget.checked)}
        />
        <span className="sh-wrap sh-gap-3">
          <StatusChip {...state.look}>{state.text}</StatusChip>
          <Button
            variant="default"
            size="compact-sm"
            aria-expanded={button.isOpen}
            aria-label={`${button.text}: ${name}, Zeile ${line}`}
            onClick={button.onPress}
          >
            {button.text}
          </Button>
        </span>
      </div>
      {notes}
      {cells.length > 0 && <div className={`sh-grid sh-gap-3 ${classes.cells}`}>{cells}</div>}
    </li>
  )
}

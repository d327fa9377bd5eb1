import { Button, Menu } from '@mantine/core'
import { ChevronDown, X } from 'lucide-react'
import { useRef } from 'react'
import type { Schoolclass } from '#contract/schoolclasses/schoolclasses.ts'
import { useToday } from '#web/api/base-data.ts'
import { DateField } from '#web/forms/DateField.tsx'
import { SelectionCard } from '#web/lists/SelectionCard.tsx'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import { sizeText } from './class-texts.ts'
import classes from './schoolclasses.module.css'

interface MovePupilsCardProps {
  count: number
  targets: readonly Schoolclass[]
  day: string
  onDay: (day: string) => void
  /** Null: the class is open. */
  onMove: (target: Schoolclass | null) => void
  onClear: () => void
}

/** What is done with the chosen pupils: to another class from a day on. */
export const MovePupilsCard = ({ count, targets, day, onDay, onMove, onClear }: MovePupilsCardProps) => {
  const opener = useRef<HTMLButtonElement>(null)
  const today = useToday()
  usePageKeys({ v: () => opener.current?.click() })
  return (
    <SelectionCard count={count}>
      <Menu position="top-start" width={260}>
        <Menu.Target>
          <Button
            ref={opener}
            aria-keyshortcuts="v"
            title="Verschieben nach … (Taste V)"
            rightSection={<ChevronDown size={16} aria-hidden />}
          >
            Verschieben nach …
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.targets ?? ''}>
          {targets.map((target) => (
            <Menu.Item
              key={target.id}
              rightSection={<span className="sh-quiet sh-small sh-figures">{sizeText(target)}</span>}
              onClick={() => onMove(target)}
            >
              {target.classgradePlain}
            </Menu.Item>
          ))}
          {targets.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={() => onMove(null)}>ohne Klasse (noch offen)</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <div className={classes.day}>
        <DateField id="move-from" label="ab" value={day} onChange={onDay} today={today} isAhead />
      </div>
      <Button variant="subtle" leftSection={<X size={20} aria-hidden />} onClick={onClear}>
        Auswahl aufheben
      </Button>
    </SelectionCard>
  )
}

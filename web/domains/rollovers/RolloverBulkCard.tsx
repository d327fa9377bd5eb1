import { Button, Menu } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { childrenText } from '#contract/counted.ts'
import {
  OPEN_CLASS,
  ROLLOVER_DECISION_LABELS,
  ROLLOVER_DECISIONS,
  type RolloverPupil,
  type RolloverReport,
} from '#contract/rollovers/rollovers.ts'
import { SelectionCard } from '#web/lists/SelectionCard.tsx'
import {
  byNewGrade,
  type Choices,
  choosePupils,
  classesFor,
  decisionsFor,
  isFixed,
  spreadEvenly,
  targetsFor,
  targetWish,
} from './rollover-plan.ts'
import { sizeOf, spreadText } from './rollover-texts.ts'

interface BulkProps {
  report: RolloverReport
  choices: Choices
  /** The selected pupils as the report has them. */
  pupils: readonly RolloverPupil[]
  onChoose: (choices: Choices) => void
  onClear: () => void
}

const BarMenu = ({ text, children }: { text: string; children: ReactNode }) => (
  <Menu position="top-start">
    <Menu.Target>
      <Button variant="default" rightSection={<ChevronDown size={16} aria-hidden />}>
        {text}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)

type ListProps = Pick<BulkProps, 'report' | 'choices' | 'onChoose'> & ReturnType<typeof byNewGrade>[number]

/** The classes of one grade, with how full they get, for those who come to it. */
const GradeEntries = ({ grade, pupils, report, choices, onChoose }: ListProps) => {
  const there = classesFor(report, grade)
  const put = (target: string) => onChoose(choosePupils(choices, pupils, (pupil) => targetWish(report, pupil, target)))
  return (
    <>
      <Menu.Label>
        {childrenText(pupils.length)} für Stufe {grade}
      </Menu.Label>
      {there.length > 1 && (
        <Menu.Item
          onClick={() =>
            onChoose(spreadEvenly(report, choices, { pupils, targets: there.map(({ target }) => target) }))
          }
        >
          {spreadText(there.map(({ classgradePlain }) => classgradePlain))}
        </Menu.Item>
      )}
      {targetsFor(report, grade).map(({ target, label }) => {
        const size = there.find((one) => one.target === target)
        return (
          <Menu.Item key={target} onClick={() => put(target)}>
            {label}
            <span className="sh-quiet sh-small"> {size ? sizeOf(size) : 'wird angelegt'}</span>
          </Menu.Item>
        )
      })}
      <Menu.Item onClick={() => put('open')}>{OPEN_CLASS}</Menu.Item>
    </>
  )
}

/** What is chosen for several pupils at once: a class, or what becomes of them. */
export const RolloverBulkCard = ({ report, choices, pupils, onChoose, onClear }: BulkProps) => {
  const free = pupils.filter((pupil) => !isFixed(pupil))
  const grades = byNewGrade(free)
  if (pupils.length === 0) return null
  const shared = { report, choices, onChoose }
  return (
    <SelectionCard count={pupils.length} onClear={onClear}>
      {grades.length > 0 && (
        <BarMenu text="Klasse zuordnen">
          {grades.map((one, index) => (
            <Fragment key={one.grade}>
              {index > 0 && <Menu.Divider />}
              <GradeEntries {...one} {...shared} />
            </Fragment>
          ))}
        </BarMenu>
      )}
      {free.length > 0 && (
        <BarMenu text="Was geschieht">
          {ROLLOVER_DECISIONS.map((decision) => {
            const some = free.filter((pupil) => decisionsFor(pupil).includes(decision))
            return (
              some.length > 0 && (
                <Menu.Item key={decision} onClick={() => onChoose(choosePupils(choices, some, () => ({ decision })))}>
                  {ROLLOVER_DECISION_LABELS[decision]}
                  {some.length < pupils.length && (
                    <span className="sh-quiet sh-small"> {childrenText(some.length)}</span>
                  )}
                </Menu.Item>
              )
            )
          })}
          <Menu.Divider />
          <Menu.Item onClick={() => onChoose(choosePupils(choices, free, () => undefined))}>
            wie vorgeschlagen
          </Menu.Item>
        </BarMenu>
      )}
    </SelectionCard>
  )
}

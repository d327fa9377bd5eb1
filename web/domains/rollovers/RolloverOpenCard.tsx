import { Alert, Button, Group, Text } from '@mantine/core'
import { childrenText } from '#contract/counted.ts'
import type { RolloverReport } from '#contract/rollovers/rollovers.ts'
import { byNewGrade, choosePupils, classesFor, openPupils, placedPupils, spreadEvenly } from './rollover-plan.ts'
import { countsIn, spreadText } from './rollover-texts.ts'
import type { Rollover } from './use-rollover.ts'

interface CardProps {
  report: RolloverReport
  rollover: Rollover
}

/** Pupils without a class in the new year: how many, and one press that shares them out. */
export const RolloverOpenCard = ({ report, rollover }: CardProps) => {
  const open = openPupils(report)
  if (open.length === 0) return null
  return (
    <Alert
      color="yellow"
      mb="md"
      className="sh-screen-only"
      title={`${childrenText(open.length)} ${open.length === 1 ? 'hat' : 'haben'} im neuen Schuljahr noch keine Klasse`}
    >
      {byNewGrade(open).map(({ grade, pupils }) => {
        const classes = classesFor(report, grade)
        const targets = classes.map(({ target }) => target)
        return (
          <Group key={grade} gap="sm" mt="xs" justify="space-between">
            <Text>
              {childrenText(pupils.length)} für Stufe {grade}: {countsIn(pupils, 'aus')}
            </Text>
            {classes.length > 0 && (
              <Button
                variant="default"
                onClick={() => rollover.choose(spreadEvenly(report, rollover.choices, { pupils, targets }))}
              >
                {spreadText(classes.map(({ classgradePlain }) => classgradePlain))}
              </Button>
            )}
          </Group>
        )
      })}
      <Text mt="xs">Einzelne Kinder ordnen Sie im Schritt „Kinder“ zu, auch mehrere zugleich.</Text>
    </Alert>
  )
}

/** Who goes to another class than the others of the class: no row of the table counts them. */
export const RolloverPlacedCard = ({ report, rollover }: CardProps) => {
  const placed = placedPupils(report, rollover.choices)
  if (placed.length === 0) return null
  return (
    <Alert color="gray" mt="md" title="Einzeln zugeordnet">
      <Group gap="sm" justify="space-between">
        <Text>
          {childrenText(placed.length)}: {countsIn(placed, 'in')}
        </Text>
        <Button
          variant="default"
          className="sh-screen-only"
          onClick={() => rollover.choose(choosePupils(rollover.choices, placed, () => undefined))}
        >
          Alle wie vorgeschlagen
        </Button>
      </Group>
    </Alert>
  )
}

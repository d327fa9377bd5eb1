import { Alert, Card, NativeSelect, Text, Title } from '@mantine/core'
import type { RolloverReport } from '#contract/rollovers/rollovers.ts'
import { isOverfull } from '#contract/schoolclasses/schoolclasses.ts'
import table from '#web/lists/plain-table.module.css'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { chooseTarget } from './rollover-plan.ts'
import { childrenText } from './rollover-texts.ts'
import type { Rollover } from './use-rollover.ts'

type Group = RolloverReport['groups'][number]
type NewClass = RolloverReport['classes'][number]

/** How full a class of the new year gets, and whether the change makes it. */
export const ClassSize = ({ one, isDone = false }: { one: NewClass; isDone?: boolean }) => (
  <span className="sh-chips sh-gap-2 sh-rows-1">
    <span>
      {one.pupil_count}
      {one.capacity !== null && ` von ${one.capacity}`}
    </span>
    {isOverfull(one) && (
      <StatusChip tone="attention" icon="alert">
        überbelegt
      </StatusChip>
    )}
    {one.is_new && (
      <StatusChip tone="neutral" icon="dot">
        {isDone ? 'neu angelegt' : 'wird angelegt'}
      </StatusChip>
    )}
  </span>
)

const optionsOf = ({ options }: Group) =>
  options.map(({ target, label, is_new }) => ({
    value: target,
    label: `${label}${is_new ? ' (wird angelegt)' : ''}`,
  }))

const leavers = ({ pupils }: RolloverReport) => {
  const counts = new Map<string, number>()
  for (const { decision, from_class } of pupils)
    if (decision === 'leave')
      counts.set(from_class ?? 'ohne Klasse', (counts.get(from_class ?? 'ohne Klasse') ?? 0) + 1)
  return [...counts].map(([name, count]) => `${name}: ${childrenText(count)}`)
}

/** Step 2 (domain §3.4): where each class goes, by the grades its pupils come to. */
export const RolloverClassesCard = ({ report, rollover }: { report: RolloverReport; rollover: Rollover }) => {
  const sizes = new Map(report.classes.map((one) => [one.target, one]))
  const leaving = leavers(report)
  return (
    <Card component="section" aria-labelledby="rollover-classes">
      <Title order={2} id="rollover-classes" mb="xs">
        Wohin gehen die Klassen?
      </Title>
      <Text mb="md" maw="70ch">
        Vorgeschlagen ist die Klasse mit derselben Bezeichnung in der nächsten Stufe. Einzelne Kinder entscheiden Sie im
        nächsten Schritt.
      </Text>
      <table className={`${table.table} ${table.stacked}`}>
        <caption className="sh-visually-hidden">Zielklassen</caption>
        <thead>
          <tr>
            <th scope="col">Klasse {report.from_year.name}</th>
            <th scope="col">kommt in Stufe</th>
            <th scope="col" data-align="end">
              Kinder
            </th>
            <th scope="col">Klasse {report.to_year.name}</th>
            <th scope="col">dann Kinder</th>
          </tr>
        </thead>
        <tbody>
          {report.groups.map((group) => {
            const { schoolclass_id, to_grade, classgradePlain, target } = group
            const size = sizes.get(target)
            return (
              <tr key={`${schoolclass_id} ${to_grade}`}>
                <th scope="row">{classgradePlain}</th>
                <td data-label="kommt in Stufe">{to_grade}</td>
                <td data-label="Kinder" data-align="end">
                  {group.pupil_count}
                </td>
                <td>
                  <NativeSelect
                    aria-label={`Zielklasse für ${classgradePlain}, Stufe ${to_grade}`}
                    data={optionsOf(group)}
                    value={target}
                    onChange={(event) =>
                      rollover.choose(chooseTarget(rollover.choices, group, event.currentTarget.value))
                    }
                  />
                </td>
                <td data-label="dann Kinder">{size ? <ClassSize one={size} /> : '–'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {leaving.length > 0 && (
        <Alert color="gray" mt="md" title="Verlassen die Schule">
          {leaving.join(', ')}
        </Alert>
      )}
    </Card>
  )
}

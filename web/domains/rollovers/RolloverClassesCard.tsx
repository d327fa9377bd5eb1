import { Alert, NativeSelect, Text } from '@mantine/core'
import { childrenText } from '#contract/counted.ts'
import type { RolloverReport } from '#contract/rollovers/rollovers.ts'
import { isOverfull } from '#contract/schoolclasses/schoolclasses.ts'
import { PlainTable } from '#web/lists/PlainTable.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { RolloverOpenCard, RolloverPlacedCard } from './RolloverOpenCard.tsx'
import { chooseTarget, isStayingGroup } from './rollover-plan.ts'
import { STAYS, sizeOf } from './rollover-texts.ts'
import classes from './rollovers.module.css'
import type { Rollover } from './use-rollover.ts'

type Group = RolloverReport['groups'][number]
type NewClass = RolloverReport['classes'][number]

/** How full a class of the new year gets, and whether the change makes it. */
export const ClassSize = ({ one, isDone = false }: { one: NewClass; isDone?: boolean }) => (
  <span className="sh-chips sh-gap-2 sh-rows-1">
    <span>{sizeOf(one)}</span>
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

/** The grade that the children come to, and whether they stay in their mixed-age class. */
const NewGrade = ({ group }: { group: Group }) => (
  <span>
    {group.to_grade}
    {isStayingGroup(group) && (
      <span className="sh-quiet sh-small sh-block">{group.pupil_count === 1 ? STAYS : 'bleiben in der Klasse'}</span>
    )}
  </span>
)

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
  const targetField = (group: Group) => (
    <NativeSelect
      aria-label={`Zielklasse für ${group.classgradePlain}, Stufe ${group.to_grade}`}
      data={optionsOf(group)}
      value={group.target}
      onChange={(event) => rollover.choose(chooseTarget(rollover.choices, group, event.currentTarget.value))}
    />
  )
  return (
    <TitledCard id="rollover-classes" title="Wohin gehen die Klassen?" gap="xs">
      <Text mb="md">
        Vorgeschlagen ist die Klasse mit derselben Bezeichnung in der nächsten Stufe. Einzelne Kinder entscheiden Sie im
        nächsten Schritt.
      </Text>
      <RolloverOpenCard report={report} rollover={rollover} />
      <PlainTable
        caption="Zielklassen"
        columns={[
          { title: `Klasse ${report.from_year.name}`, isName: true, cell: ({ classgradePlain }) => classgradePlain },
          { title: 'kommt in Stufe', cell: (group) => <NewGrade group={group} /> },
          { title: 'Kinder', align: 'end', cell: ({ pupil_count }) => pupil_count },
          { title: `Klasse ${report.to_year.name}`, label: null, cell: targetField },
          {
            title: 'dann Kinder',
            cell: ({ target, pupil_count }) => {
              const size = sizes.get(target)
              return size ? (
                <ClassSize one={size} />
              ) : (
                <StatusChip tone="attention" icon="alert">
                  {`${pupil_count} ohne Klasse`}
                </StatusChip>
              )
            },
          },
        ]}
        rows={report.groups}
        rowKey={({ schoolclass_id, to_grade }) => `${schoolclass_id} ${to_grade}`}
        rowProps={({ target }) => ({ 'data-open': target === 'open' })}
        className={classes.groups}
        isStacked
      />
      <RolloverPlacedCard report={report} rollover={rollover} />
      {leaving.length > 0 && (
        <Alert color="gray" mt="md" title="Verlassen die Schule">
          {leaving.join(', ')}
        </Alert>
      )}
    </TitledCard>
  )
}

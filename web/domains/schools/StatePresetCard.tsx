import { Text, Title } from '@mantine/core'
import { useState } from 'react'
import { STATES, type StateCode } from '#contract/schoolyears/state-presets.ts'
import { PlainTable } from '#web/lists/PlainTable.tsx'
import { notify } from '#web/shell/notify.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { type PresetChange, presetChanges, type StoredSettings, unknownOf } from './preset-changes.ts'
import { useSectionCall } from './school-queries.ts'
import classes from './schools.module.css'

const TITLE_ID = 'vorgaben'

/** What nobody should believe to be settled by the preset. */
const UnknownText = ({ name, labels }: { name: string; labels: readonly string[] }) =>
  labels.length > 0 && (
    <Text mt="xs" className="sh-quiet sh-small sh-block">
      Für {name} nicht hinterlegt, bitte selbst prüfen: {labels.map((label) => `„${label}“`).join(', ')}.
    </Text>
  )

/** One call after the other: each section has its own version. */
const usePresetCall = (id: number) => {
  const call = useSectionCall(id)
  const [isRunning, setRunning] = useState(false)
  const set = async (changes: readonly PresetChange[], wanted: (change: PresetChange) => unknown) => {
    setRunning(true)
    let isDone = true
    for (const { place, ...change } of changes)
      isDone &&= (await call.run(place, { [change.key]: wanted({ place, ...change }) })) !== undefined
    setRunning(false)
    return isDone
  }
  return { isRunning, set }
}

interface StatePresetCardProps {
  schoolId: number
  state: StateCode
  settings: StoredSettings
}

/** The numbers that differ by state; what they would change is shown before it happens. */
export const StatePresetCard = ({ schoolId, state, settings }: StatePresetCardProps) => {
  const { isRunning, set } = usePresetCall(schoolId)
  const changes = presetChanges(state, settings)
  const name = STATES[state]
  const take = async () => {
    if (!changes || !(await set(changes, ({ after }) => after))) return
    // The pressed button is gone.
    focusField(TITLE_ID)
    notify(`Die Vorgaben von ${name} sind übernommen.`, {
      undo: async () => {
        if (await set(changes, ({ before }) => before)) notify('Die Einstellungen sind wieder wie zuvor.')
      },
    })
  }
  return (
    <div className={`sh-above-5 sh-rule-above ${classes.part}`}>
      <Title order={3} mb={4} id={TITLE_ID} tabIndex={-1}>
        Vorgaben des Bundeslands
      </Title>
      {!changes && <Text>Für {name} sind keine Vorgaben hinterlegt. Bitte prüfen Sie Ihre Einstellungen selbst.</Text>}
      {changes?.length === 0 && <Text>Ihre Einstellungen entsprechen den Vorgaben von {name}.</Text>}
      {changes && changes.length > 0 && (
        <>
          <PlainTable
            className="sh-below-3"
            rows={changes}
            rowKey={({ key }) => key}
            columns={[
              { title: 'Angabe', isName: true, cell: ({ label }) => label },
              { title: 'Jetzt', cell: ({ now }) => now },
              { title: 'Künftig', cell: ({ later }) => later },
            ]}
          />
          <ActionButton variant="default" isRunning={isRunning} onClick={() => void take()}>
            Vorgaben von {name} übernehmen
          </ActionButton>
        </>
      )}
      {changes && <UnknownText name={name} labels={unknownOf(state)} />}
    </div>
  )
}

import { Checkbox, type MantineColorScheme, Radio, Stack, Text, useMantineColorScheme } from '@mantine/core'
import { useState } from 'react'
import { useDensity } from '#web/lists/table-columns.ts'
import { COLOR_SCHEMES } from '#web/ui/color-schemes.ts'
import { areSingleKeysOn, setSingleKeys } from '#web/ui/single-keys.ts'
import { TitledCard } from '#web/ui/TitledCard.tsx'

const DENSITIES = [
  { density: 'normal', text: 'Normal' },
  { density: 'dense', text: 'Dicht' },
] as const

/** How the app looks and listens on this device; each choice holds at once (ux §3.14). */
export const DisplayCard = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [density, setDensity] = useDensity()
  const [hasSingleKeys, setHasSingleKeys] = useState(areSingleKeysOn)
  const switchKeys = (isOn: boolean) => {
    setSingleKeys(isOn)
    setHasSingleKeys(isOn)
  }
  return (
    <TitledCard id="darstellung" title="Darstellung">
      <Text c="dimmed" size="sm" mt={4} mb="md">
        Gilt in diesem Browser und sofort.
      </Text>
      <Stack gap="lg">
        <Radio.Group
          label="Farben"
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
        >
          <Stack gap="xs" mt={4}>
            {COLOR_SCHEMES.map(({ scheme, text }) => (
              <Radio key={scheme} value={scheme} label={text} />
            ))}
          </Stack>
        </Radio.Group>
        <Radio.Group
          label="Zeilen in Tabellen"
          value={density}
          onChange={(chosen) => setDensity(chosen === 'dense' ? 'dense' : 'normal')}
        >
          <Stack gap="xs" mt={4}>
            {DENSITIES.map(({ density: value, text }) => (
              <Radio key={value} value={value} label={text} />
            ))}
          </Stack>
        </Radio.Group>
        <Checkbox
          label="Tastenkürzel mit einzelnen Tasten"
          description="Zum Beispiel „/“ für die Suche. Kürzel mit Strg gelten immer."
          checked={hasSingleKeys}
          onChange={(event) => switchKeys(event.currentTarget.checked)}
        />
      </Stack>
    </TitledCard>
  )
}

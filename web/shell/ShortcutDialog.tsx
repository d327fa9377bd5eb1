import { Box, Modal, Stack, Switch } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useSignedIn } from '#web/api/base-data.ts'
import { areSingleKeysOn, setSingleKeys } from '#web/ui/single-keys.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import { goTargets } from './drawer-entries.ts'
import classes from './shell-dialogs.module.css'

interface Shortcut {
  keys: readonly string[]
  text: string
}

const EVERYWHERE: readonly Shortcut[] = [
  { keys: ['Strg', 'K'], text: 'Suchen: Name, Telefon, Klasse, Seite oder Befehl' },
  { keys: ['Strg', 'S'], text: 'Formular speichern' },
  { keys: ['Strg', 'Z'], text: 'Die letzte Änderung rückgängig machen, solange ihre Meldung steht' },
  { keys: ['F1'], text: 'Hilfe zu dieser Seite; neben einem offenen Dialog in einem neuen Tab' },
  { keys: ['F8'], text: 'Zur Meldung unten rechts und zurück; sie bleibt stehen, solange Sie dort sind' },
  { keys: ['Tab'], text: 'Am Anfang der Seite: zum Inhalt oder zur Liste springen' },
  { keys: ['Umschalt', 'Klick'], text: 'Kästchen einer Liste: alle Zeilen seit dem letzten Klick auswählen' },
  { keys: ['Umschalt', '↓'], text: 'Auf dem Kästchen einer Zeile: die nächste Zeile dazu auswählen (auch ↑)' },
  { keys: ['Esc'], text: 'Dialog oder Menü schließen, Meldung verlassen' },
]

const SINGLE: readonly Shortcut[] = [
  { keys: ['?'], text: 'Diese Übersicht der Tasten' },
  { keys: ['/'], text: 'In das Suchfeld der Liste' },
  { keys: ['N'], text: 'Neuer Eintrag, wo die Seite einen anbietet' },
  { keys: ['J', 'K'], text: 'In die Liste, zur nächsten oder vorigen Zeile (auch ↓ ↑)' },
  { keys: ['X'], text: 'Zeile der Liste auswählen' },
  { keys: ['C'], text: 'Krankmeldung der Zeile: gesehen' },
  { keys: ['←', '→'], text: 'Zum vorigen oder nächsten Eintrag' },
  { keys: ['1', '2', '3', '4'], text: 'Bewerbung: Neu, Angenommen, Warteliste, Abgelehnt' },
  { keys: ['I'], text: 'Öffnen, was die Meldung anbietet, zum Beispiel: Sorgeberechtigte informieren' },
  { keys: ['E', 'D'], text: 'Bewerbung: bearbeiten, Dokument herunterladen' },
]

const Shortcuts = ({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) => (
  <section>
    <Box component="h2" m={0} mb="xs" fz="md" fw={600}>
      {title}
    </Box>
    <dl className={`sh-flush ${classes.shortcuts}`}>
      {shortcuts.map(({ keys, text }) => (
        <div key={text}>
          <dt className="sh-wrap sh-gap-1">
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd className="sh-flush">{text}</dd>
        </div>
      ))}
    </dl>
  </section>
)

/** `?`: all keyboard shortcuts; keys of one letter can be switched off here (WCAG 2.1.4). */
export const ShortcutDialog = ({ onClose }: { onClose: () => void }) => {
  const dialog = useOpened(onClose)
  const { routesByPath } = useRouter()
  const baseData = useSignedIn()
  const [areOn, setOn] = useState(areSingleKeysOn)
  const targets = baseData ? goTargets(baseData, (path) => path in routesByPath) : []
  const jumps = targets.map(({ goKey, text }) => ({ keys: ['G', goKey.toUpperCase()], text: `Zu: ${text}` }))
  const change = (isOn: boolean) => {
    setSingleKeys(isOn)
    setOn(isOn)
  }
  return (
    <Modal
      {...dialog}
      title="Tastenkürzel"
      size={560}
      closeOnClickOutside
      withCloseButton
      closeButtonProps={{ 'aria-label': 'Schließen' }}
    >
      <Stack gap="md">
        <Shortcuts title="Überall" shortcuts={EVERYWHERE} />
        <Shortcuts title="Einzelne Tasten, außerhalb von Feldern" shortcuts={[...SINGLE, ...jumps]} />
      </Stack>
      <Switch
        mt="md"
        label="Einzelne Tasten benutzen"
        description="Gilt für dieses Gerät."
        checked={areOn}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    </Modal>
  )
}

import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { Copy, Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatDate } from '#contract/dates.ts'
import { useSignedIn, useToday } from '#web/api/base-data.ts'
import { APP_NAME } from '#web/app-name.ts'
import { copyText } from '#web/shell/copy-text.ts'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import classes from './account.module.css'

const FILE_NAME = 'schulhof-wiederherstellungscodes.txt'

const download = (content: string) => saveFile({ name: FILE_NAME, mediaType: 'text/plain', content })

const NOT_KEPT = {
  title: 'Wiederherstellungscodes',
  message: 'Sie haben die Codes noch nicht aufbewahrt. Sie werden nur jetzt gezeigt. Seite trotzdem verlassen?',
  accept: 'Seite verlassen',
  dismiss: 'Zurück zu den Codes',
}

/** Shown once: afterwards nobody can read them again. */
export const RecoveryCodesCard = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => {
  const title = useRef<HTMLHeadingElement>(null)
  const today = useToday()
  const email = useSignedIn()?.user.email ?? ''
  useEffect(() => title.current?.focus(), [])
  useUnsavedChanges(true, NOT_KEPT)
  const head = `${APP_NAME}: Wiederherstellungscodes für ${email}, ${formatDate(today)}`
  const asText = `${head}\nJeder Code gilt einmal.\n\n${codes.join('\n')}\n`
  return (
    <Stack gap="md">
      <Title order={3} ref={title} tabIndex={-1}>
        Ihre Wiederherstellungscodes
      </Title>
      <Text>
        Mit einem dieser Codes melden Sie sich an, wenn Ihr Telefon nicht zur Hand ist. Jeder gilt einmal. Bitte
        bewahren Sie sie sicher auf: Sie werden nur jetzt gezeigt.
      </Text>
      <Text className="sh-paper-only">{head}</Text>
      <ul className={`sh-flush sh-grid sh-gap-4 sh-rows-2 ${classes.codes}`} aria-label="Wiederherstellungscodes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="sm" className="sh-screen-only">
        <IconButton
          icon={Copy}
          onClick={() => void copyText({ text: asText, done: 'Die Codes sind kopiert.', label: 'Codes' })}
        >
          Kopieren
        </IconButton>
        <PrintButton />
        <IconButton icon={Download} onClick={() => download(asText)}>
          Herunterladen
        </IconButton>
      </Group>
      <Group justify="flex-end" className="sh-screen-only">
        <Button onClick={onDone}>Ich habe die Codes aufbewahrt</Button>
      </Group>
    </Stack>
  )
}

import { Alert, Button, FileButton, Group, List, Modal, Stack, Text, Textarea } from '@mantine/core'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { FILE_MESSAGES } from '#contract/formats.ts'
import { FREE_DAYS_CSV_MAX } from '#contract/schoolyears/schoolyears.free-days.ts'
import { schoolyearEndpoints } from '#contract/schoolyears/schoolyears.ts'
import { TABLE_FILE_TEXTS } from '#contract/table-files.ts'
import type { Reply } from '#web/api/client.ts'
import { useCall } from '#web/api/queries.ts'
import { useLeavableDialog } from '#web/forms/use-leavable-dialog.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { type TakeDialogProps, takeText } from './FreeDaysPresetDialog.tsx'
import { FreeDaysChoiceTable } from './FreeDaysTable.tsx'
import { compareTaken } from './free-day-list.ts'

type ReadReply = Reply<typeof schoolyearEndpoints.readFreeDays>

const EXAMPLE =
  'Name;Von;Bis;Art\nHerbstferien;19.10.2026;30.10.2026;Ferien\nBrückentag;07.05.2027;;variabler Ferientag'

const LineErrors = ({ errors }: Pick<ReadReply, 'errors'>) => (
  <Alert
    color="red"
    role="alert"
    title={
      errors.length === 1
        ? '1 Zeile kann nicht gelesen werden:'
        : `${errors.length} Zeilen können nicht gelesen werden:`
    }
  >
    <List>
      {errors.map(({ line, text, messages }) => (
        <List.Item key={line}>
          Zeile {line}: {messages.join(' ')} {text && <code className="sh-small sh-breaks sh-block">{text}</code>}
        </List.Item>
      ))}
    </List>
  </Alert>
)

/** A text file in UTF-8, or as Excel on Windows writes it: bytes that are no UTF-8 are Windows-1252. */
export const decodeText = (bytes: ArrayBuffer) => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const readTextFile = async (file: Blob) => decodeText(await file.arrayBuffer())

/** Reads 'Name;Von;Bis;Art' from a file or what was pasted; shows all of it and every faulty line before anything is taken. */
export const FreeDaysImportDialog = ({ year, days, onTake, onGone }: TakeDialogProps) => {
  const [content, setContent] = useState('')
  const [error, setError] = useState<string>()
  const [found, setFound] = useState<ReadReply>()
  const dialog = useLeavableDialog(content !== '', onGone)
  const read = useCall(schoolyearEndpoints.readFreeDays, { onFieldErrors: (errors) => setError(errors.content) })
  const taken = found && compareTaken(days, found.free_days)
  const count = taken?.filter(({ state }) => state !== 'same').length ?? 0

  const check = async (text: string) => {
    setError(undefined)
    setFound(undefined)
    if (text.trim() === '') return setError('Bitte eine Datei wählen oder den Inhalt einfügen.')
    if (text.length > FREE_DAYS_CSV_MAX) return setError(FILE_MESSAGES.size('200 kB'))
    setFound(await read.run({ params: { id: year.id }, body: { content: text } }))
  }
  const choose = async (file: File | null) => {
    if (!file) return
    const text = await readTextFile(file)
    if (text.trim() === '') return setError(TABLE_FILE_TEXTS.blank)
    setContent(text.slice(0, FREE_DAYS_CSV_MAX + 1))
    await check(text)
  }
  return (
    <Modal {...dialog.modal} size={720} title="Schulfreie Tage aus einer Datei">
      <Stack gap="md">
        <Text>
          Eine Zeile je Eintrag: Name, Von, Bis und Art, getrennt durch Semikolon oder Komma. So speichert auch Excel
          („CSV“). Fehlt das Ende, ist es ein einzelner Tag; fehlt die Art, sind es Ferien.
        </Text>
        <Group>
          <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={(file) => void choose(file)}>
            {(props) => (
              <IconButton icon={FileUp} {...props} data-autofocus>
                Datei wählen
              </IconButton>
            )}
          </FileButton>
        </Group>
        <Textarea
          label="oder Inhalt einfügen"
          placeholder={EXAMPLE}
          rows={5}
          spellCheck={false}
          value={content}
          error={error}
          onChange={(event) => {
            setContent(event.currentTarget.value)
            setFound(undefined)
            setError(undefined)
          }}
        />
        {found && found.errors.length > 0 && <LineErrors errors={found.errors} />}
        {taken && taken.length > 0 && <FreeDaysChoiceTable caption="Gelesene Einträge" taken={taken} />}
        {taken && count === 0 && (
          <Text role="status">
            {taken.length === 0 ? 'Es wurde kein Eintrag gefunden.' : 'Alles davon steht schon in der Liste.'}
          </Text>
        )}
      </Stack>
      <ButtonRow align="end" isFoot>
        <Button variant="default" onClick={() => void dialog.leave()}>
          Abbrechen
        </Button>
        {taken && count > 0 ? (
          <Button
            onClick={() => {
              onTake(taken)
              dialog.close()
            }}
          >
            {takeText(count)}
          </Button>
        ) : (
          <ActionButton isRunning={read.isRunning} onClick={() => void check(content)}>
            Prüfen
          </ActionButton>
        )}
      </ButtonRow>
    </Modal>
  )
}

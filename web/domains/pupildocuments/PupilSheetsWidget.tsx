import { Alert, Button, Modal, Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import {
  leftOutText,
  PupilSheetsForm,
  pupilDocumentEndpoints,
  SHEET_KIND_LABELS,
  SHEET_KINDS,
  SHEETS_MAX,
  type SheetKind,
  type SheetsPreview,
} from '#contract/pupildocuments/pupildocuments.ts'
import { callForFile } from '#web/api/client.ts'
import { failureText } from '#web/api/errors.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { schemaErrors } from '#web/ui/form-errors.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import {
  bodyOf,
  countText,
  FIRST_CHOICE,
  previewOf,
  recipientsText,
  type SheetsChoice,
  sheetsPreviewQuery,
} from './sheets-form.ts'

/** Only labels ask for a number, and the field for it is heavy. */
const SheetOptionsForm = lazy(() =>
  import('./SheetOptionsForm.tsx').then((module) => ({ default: module.SheetOptionsForm })),
)

const SHOWN_MAX = 10

/** What the file lacks; only the first lines. */
const LackAlert = ({ title, text, lines }: { title: string; text: string; lines: readonly string[] }) => {
  if (lines.length === 0) return null
  const more = lines.length - SHOWN_MAX
  return (
    <Alert color="yellow" title={title}>
      {text}
      <ul className="sh-bullets sh-above-1">
        {lines.slice(0, SHOWN_MAX).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {more > 0 && <li>und {more.toLocaleString('de-DE')} weitere</li>}
      </ul>
    </Alert>
  )
}

/** Letters may rightly go to them; but somebody has to have thought of it. */
const NoCustodyAlert = ({ recipients }: Pick<SheetsPreview, 'recipients'>) => {
  const without = recipients.filter(({ has_custody }) => !has_custody)
  if (without.length === 0) return null
  return (
    <Alert color="yellow" title="Auch an Personen ohne Sorgerecht">
      {recipientsText(without)}
    </Alert>
  )
}

const Outlook = ({ choice, ids }: { choice: SheetsChoice; ids: readonly number[] }) => {
  const { data, error } = useQuery(sheetsPreviewQuery(previewOf(choice, ids)))
  if (error) return <Alert color="red">{failureText(error)}</Alert>
  return (
    <>
      <p className="sh-flush" role="status">
        {data ? countText(choice.kind, data) : 'Wird gezählt …'}
      </p>
      {data && <NoCustodyAlert recipients={data.recipients} />}
      {data && (
        <LackAlert
          title="Nicht enthalten"
          text="Sie stehen auch auf der letzten Seite der Datei."
          lines={data.left_out.map(leftOutText)}
        />
      )}
      {/* In the font's place for a letter it lacks stands an empty box: said before anything is printed. */}
      {data && (
        <LackAlert
          title="Nicht alle Zeichen lassen sich drucken"
          text="An ihrer Stelle bleibt ein leeres Kästchen."
          lines={data.unprintable.map(({ line, letters }) => `${line}: ${letters}`)}
        />
      )}
    </>
  )
}

/** Said before anything is asked. */
const TooMany = ({ count, onClose }: { count: number; onClose: () => void }) => (
  <>
    <Alert color="yellow" title={`${count.toLocaleString('de-DE')} Kinder sind zu viele für eine Datei`}>
      {`Eine Datei fasst höchstens ${SHEETS_MAX.toLocaleString('de-DE')} Kinder. Bitte wählen Sie weniger aus, zum Beispiel nur eine Klassenstufe.`}
    </Alert>
    <ButtonRow align="end" isFoot>
      <Button variant="default" onClick={onClose} data-autofocus>
        Schließen
      </Button>
    </ButtonRow>
  </>
)

interface SheetsFormProps extends Pick<PupilSheetsWidgetProps, 'ids' | 'letter'> {
  kind: SheetKind
  onClose: () => void
}

const SheetsForm = ({ ids, kind, letter, onClose }: SheetsFormProps) => {
  const [choice, setChoice] = useState<SheetsChoice>({ ...FIRST_CHOICE, ...letter, kind })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { save, isRunning } = useSavedFile()
  const change = (part: Partial<SheetsChoice>) => {
    setChoice({ ...choice, ...part })
    setErrors({})
  }
  const submit = async () => {
    const found = schemaErrors(PupilSheetsForm)(bodyOf(choice, ids))
    setErrors(found)
    const [first] = ['subject', 'body', 'enclosures', 'date'].filter((field) => found[field])
    if (first) return focusField(first)
    if (await save(() => callForFile(pupilDocumentEndpoints.sheets, { body: bodyOf(choice, ids) }))) onClose()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack gap="md">
        <Radio.Group
          label="Was soll gedruckt werden?"
          description="Die Datei wird protokolliert."
          value={choice.kind}
          onChange={(value) => change({ kind: SHEET_KINDS.find((one) => one === value) ?? choice.kind })}
        >
          <Stack gap="xs" mt="sm">
            {SHEET_KINDS.map((one) => (
              <Radio
                key={one}
                value={one}
                label={SHEET_KIND_LABELS[one]}
                data-autofocus={one === kind ? true : undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Suspense fallback={null}>
          <SheetOptionsForm choice={choice} errors={errors} onChange={change} />
        </Suspense>
        <Outlook choice={choice} ids={ids} />
      </Stack>
      <DialogButtonRow action="PDF speichern" isRunning={isRunning} onLeave={onClose} />
    </form>
  )
}

interface PupilSheetsWidgetProps {
  ids: readonly number[]
  /** The group of pupils, for the title: „Klasse 3a“. */
  title: string
  /** What is chosen at first. */
  kind?: SheetKind
  /** What a letter says at first. */
  letter?: Pick<SheetsChoice, 'subject' | 'body' | 'only_without_mail'>
  onGone: () => void
}

/** Link sheets, labels and letters for several pupils (ux §3.3): kind, options, how many it will be, file. */
export const PupilSheetsWidget = ({ ids, title, kind = 'link_sheets', letter, onGone }: PupilSheetsWidgetProps) => {
  const { onClose: close, ...modal } = useOpened(onGone)
  return (
    <Modal {...modal} onClose={close} size={560} title={`Bögen und Briefe: ${title}`}>
      {ids.length > SHEETS_MAX ? (
        <TooMany count={ids.length} onClose={close} />
      ) : (
        <SheetsForm ids={ids} kind={kind} {...(letter && { letter })} onClose={close} />
      )}
    </Modal>
  )
}

import { Alert, Button, Modal, NativeSelect, Stack } from '@mantine/core'
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
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { useLeavableDialog } from '#web/forms/use-leavable-dialog.ts'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { schemaErrors } from '#web/ui/form-errors.ts'
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
/** What is typed into a letter. */
const LETTER_LABELS = { subject: 'Betreff', body: 'Text', enclosures: 'Anlagen', date: 'Datum des Briefs' }
const LETTER_FIELDS = Object.keys(LETTER_LABELS) as (keyof typeof LETTER_LABELS)[]

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

const Outlook = ({ data, error }: { data: SheetsPreview | undefined; error: Error | null }) => {
  if (error) return <Alert color="red">{failureText(error)}</Alert>
  return (
    <>
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

interface SheetsFormProps extends Pick<PupilSheetsWidgetProps, 'ids'> {
  choice: SheetsChoice
  onChange: (part: Partial<SheetsChoice>) => void
  onSaved: () => void
  onLeave: () => void
}

/** What the button saves, with its number once it is counted. */
const saveText = (kind: SheetKind, data: SheetsPreview | undefined) =>
  data ? `${countText(kind, data.count)} als PDF speichern` : 'PDF speichern'

const SheetsForm = ({ ids, choice, onChange, onSaved, onLeave }: SheetsFormProps) => {
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [attempt, setAttempt] = useState(0)
  const { save, isRunning } = useSavedFile()
  const { data, error } = useQuery(sheetsPreviewQuery(previewOf(choice, ids)))
  const change = (part: Partial<SheetsChoice>) => {
    onChange(part)
    setErrors({})
  }
  const submit = async () => {
    const found = schemaErrors(PupilSheetsForm)(bodyOf(choice, ids))
    setErrors(found)
    if (LETTER_FIELDS.some((field) => found[field])) return setAttempt((before) => before + 1)
    if (await save(() => callForFile(pupilDocumentEndpoints.sheets, { body: bodyOf(choice, ids) }))) onSaved()
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
        <ErrorSummary errors={errors} labels={LETTER_LABELS} attempt={attempt} />
        <NativeSelect
          label="Was soll gedruckt werden?"
          description="Die Datei wird protokolliert."
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          value={choice.kind}
          data={SHEET_KINDS.map((value) => ({ value, label: SHEET_KIND_LABELS[value] }))}
          onChange={(event) =>
            change({ kind: SHEET_KINDS.find((one) => one === event.currentTarget.value) ?? choice.kind })
          }
          data-autofocus
        />
        <Suspense fallback={null}>
          <SheetOptionsForm choice={choice} ids={ids} errors={errors} onChange={change} />
        </Suspense>
        <Outlook data={data} error={error} />
      </Stack>
      <DialogButtonRow
        action={saveText(choice.kind, data)}
        isRunning={isRunning}
        isDisabled={data?.count === 0}
        onLeave={onLeave}
      />
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
  const [first] = useState<SheetsChoice>({ ...FIRST_CHOICE, ...letter, kind })
  const [choice, setChoice] = useState(first)
  const isWritten = LETTER_FIELDS.some((field) => choice[field] !== first[field])
  const { modal, leave, close } = useLeavableDialog(isWritten, onGone)
  return (
    // A letter has two columns on a desk: what is written and its button are in sight together.
    <Modal {...modal} size={choice.kind === 'letters' ? 960 : 560} title={`Bögen und Briefe: ${title}`}>
      {ids.length > SHEETS_MAX ? (
        <TooMany count={ids.length} onClose={close} />
      ) : (
        <SheetsForm
          ids={ids}
          choice={choice}
          onChange={(part) => setChoice((known) => ({ ...known, ...part }))}
          onSaved={close}
          onLeave={() => void leave()}
        />
      )}
    </Modal>
  )
}
